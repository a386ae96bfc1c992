"""The system calls that learners' code may make, by name, and their numbers on x86-64 and aarch64.

The list was found by running honest notebooks, not by thinking of evil ones: `tools/trace_syscalls.py` runs the
solutions, the fairness cases and a cell for each part of the standard library that learners meet under strace, and
prints what they call that is not here. A call that is not here is refused, also one that no kernel has yet.
"""

from __future__ import annotations

# name, number on x86-64, number on aarch64; "-" where that architecture has no such call. Frequent ones stand first.
_FREE = """
read 0 63  write 1 64  recvfrom 45 207  futex 202 98  lseek 8 62  close 3 57  mmap 9 222  munmap 11 215  brk 12 214
fstat 5 80  newfstatat 262 79  stat 4 -  lstat 6 -  getdents64 217 61  readlink 89 -  readlinkat 267 78
clock_gettime 228 113  gettimeofday 96 169  time 201 -  rt_sigaction 13 134  rt_sigprocmask 14 135  rt_sigreturn 15 139
poll 7 -  ppoll 271 73  select 23 -  pselect6 270 72  madvise 28 233  mprotect 10 226  mremap 25 216

readv 19 65  writev 20 66  pread64 17 67  pwrite64 18 68  preadv 295 69  pwritev 296 70  dup 32 23  dup2 33 -
dup3 292 24  fsync 74 82  fdatasync 75 83  ftruncate 77 46  fallocate 285 47  flock 73 32  sendfile 40 71
copy_file_range 326 285  close_range 436 436  pipe 22 -  pipe2 293 59  eventfd2 290 19
epoll_create1 291 20  epoll_ctl 233 21  epoll_wait 232 -  epoll_pwait 281 22

statx 332 291  access 21 -  faccessat 269 48  faccessat2 439 439  statfs 137 43  fstatfs 138 44  getcwd 79 17
chdir 80 49  fchdir 81 50  mkdir 83 -  mkdirat 258 34  rmdir 84 -  unlink 87 -  unlinkat 263 35  rename 82 -
renameat 264 38  renameat2 316 276  link 86 -  linkat 265 37  symlink 88 -  symlinkat 266 36  umask 95 166

rt_sigpending 127 136  rt_sigtimedwait 128 137  rt_sigsuspend 130 133  sigaltstack 131 132  pause 34 -  alarm 37 -
getitimer 36 102  setitimer 38 103  restart_syscall 219 128  clock_getres 229 114  clock_nanosleep 230 115
nanosleep 35 101  times 100 153  membarrier 324 283  set_robust_list 273 99  set_tid_address 218 96  rseq 334 293
sched_yield 24 124  exit 60 93  exit_group 231 94  wait4 61 260  waitid 247 95

getrandom 318 278  getrusage 98 165  getrlimit 97 163  sysinfo 99 179  uname 63 160  getcpu 309 168
sched_getaffinity 204 123  sched_getparam 143 121  sched_getscheduler 145 120  sched_get_priority_max 146 125
sched_get_priority_min 147 126  getpid 39 172  getppid 110 173  gettid 186 178  getpgrp 111 -  getpgid 121 155
getsid 124 156  getuid 102 174  geteuid 107 175  getgid 104 176  getegid 108 177  getgroups 115 158
getresuid 118 148  getresgid 120 150  capget 125 90
shutdown 48 210  getsockopt 55 209  setsockopt 54 208  getsockname 51 204  getpeername 52 205
"""

# Allowed with certain arguments only; `seccomp` says which.
_WATCHED = """
openat 257 56  open 2 -  clone 56 220  clone3 435 435  kill 62 129  tgkill 234 131  sendto 44 206  socketpair 53 199
prctl 157 167  ioctl 16 29  fcntl 72 25  prlimit64 302 261
"""

# Answered "done", and not done. Landlock does not guard modes and times, so these must not reach a file of anybody's;
# and nothing in a folder that is thrown away depends on them, so that shutil.copy and zipfile need not fail.
_PRETENDED = """
chmod 90 -  fchmod 91 52  fchmodat 268 53  fchmodat2 452 452  utime 132 -  utimes 235 -  utimensat 280 88
futimesat 261 -
"""

# Answered "not on this file system", which shutil.copy2 takes for a no; Landlock does not guard these either.
_ABSENT = """
setxattr 188 5  lsetxattr 189 6  fsetxattr 190 7  getxattr 191 8  lgetxattr 192 9  fgetxattr 193 10  listxattr 194 11
llistxattr 195 12  flistxattr 196 13  removexattr 197 14  lremovexattr 198 15  fremovexattr 199 16
"""

MACHINES = ("x86_64", "aarch64")


def numbers(table: str, machine: str) -> dict[str, int]:
    """The calls of a table that a machine has, each with its number there."""
    words = table.split()
    column = 1 + MACHINES.index(machine)
    rows = (words[start : start + 3] for start in range(0, len(words), 3))
    return {row[0]: int(row[column]) for row in rows if row[column] != "-"}


def free(machine: str) -> dict[str, int]:
    """Name and number of the calls that are allowed whatever their arguments."""
    return numbers(_FREE, machine)


def watched(machine: str) -> dict[str, int]:
    return numbers(_WATCHED, machine)


def pretended(machine: str) -> dict[str, int]:
    return numbers(_PRETENDED, machine)


def absent(machine: str) -> dict[str, int]:
    return numbers(_ABSENT, machine)

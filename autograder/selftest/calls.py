"""The system calls that cases attack with, by name: their numbers differ between architectures.

The table is laid out as in `sandbox.syscalls`, where what honest notebooks need stands.
"""

from __future__ import annotations

from autograder.sandbox import syscalls

_ATTACKED = """
vfork 58 -  clone 56 220  clone3 435 435  tkill 200 130  rt_sigqueueinfo 129 138
ptrace 101 117  process_vm_readv 310 270  process_vm_writev 311 271  open_by_handle_at 304 265  shmget 29 194
msgget 68 186

io_uring_setup 425 425  bpf 321 280  perf_event_open 298 241  userfaultfd 323 282  keyctl 250 219  unshare 272 97
mount 165 40  setns 308 268  pivot_root 155 41  chroot 161 51  init_module 175 105  kexec_load 246 104  quotactl 179 60
fanotify_init 300 262  inotify_init1 294 26  open_tree 428 428  fsopen 430 430  mknod 133 -  mknodat 259 33
personality 135 92  seccomp 317 277  syslog 103 116  swapon 167 224  reboot 169 142  sethostname 170 161  acct 163 89
iopl 172 -
"""


def attacked(machine: str) -> dict[str, int]:
    """Name and number of the calls that cases try; none where no numbers are known, and no filter either."""
    return syscalls.numbers(_ATTACKED, machine) if machine in syscalls.MACHINES else {}

"""A table that a spreadsheet or a platform wrote, whatever its encoding and whatever stands between its columns."""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import UsageError

MAX_BYTES = 10 << 20
MAX_ROWS = 50_000
_SEPARATORS = ",;\t"
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_JAPANESE = re.compile("[\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
_HALF_WIDE = re.compile("[\uff61-\uff9f]")  # letters of one byte, where cp1252 has capitals with accents


@dataclass(frozen=True)
class Table:
    """columns: the names in the first line; rows: (line in the file, value by column), values without outer spaces."""

    path: Path
    columns: tuple[str, ...]
    rows: tuple[tuple[int, dict[str, str]], ...]

    def values(self, column: str) -> list[str]:
        """What stands in a column, without the empty cells."""
        return [row[column] for _, row in self.rows if row[column]]


def read_table(path: Path) -> Table:
    """The table in a CSV file; UsageError with a sentence when it is none."""
    lines = records(path, decoded_file(path)[0])
    header = next(lines, None)
    if header is None:
        raise UsageError(f"{path} is empty: a roster has a line of column names, and a line for each learner")
    columns = tuple(name.strip() for name in header[1])
    doubled = sorted({name for name in columns if name and columns.count(name) > 1})
    if doubled:
        raise UsageError(f"{path} has the column {doubled[0]!r} twice; take one of them out")
    rows = []
    for line, values in lines:
        if len(values) > len(columns) and any(value.strip() for value in values[len(columns) :]):
            raise UsageError(
                f"{path}, line {line}: more values than there are columns; put names with commas in quotes"
            )
        padded = [*map(str.strip, values), *[""] * len(columns)]
        if any(padded):
            rows.append((line, dict(zip(columns, padded, strict=False))))
    return Table(path, columns, tuple(rows))


def decoded_file(path: Path) -> tuple[str, bytes]:
    """The text of a file, and its bytes; UsageError with a sentence when it is none."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{path} cannot be read as a roster: {error.strerror}") from None
    if len(content) > MAX_BYTES:
        raise UsageError(f"{path} has more than {MAX_BYTES >> 20} MB, as no roster has")
    if content.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise UsageError(f"{path} is a spreadsheet: save it as CSV and give that file")
    try:
        return decoded(content), content
    except UnicodeError:
        raise UsageError(f"{path} is not a text that can be read: save it as CSV in UTF-8") from None


def decoded(content: bytes) -> str:
    """The text: UTF-8 or UTF-16, with a mark at the start or without; else cp932 or cp1252, as spreadsheets save it.

    Nothing in a file says which of these last two it is, and almost any text in one is some text in the other. But
    where cp1252 has a letter with an accent, cp932 takes the plain letter behind it along, so the Japanese one that
    comes out of it stands in the middle of a word.

        >>> decoded("山田;太郎".encode("cp932")), decoded("Hélène;O’Neill".encode("cp1252"))
        ('山田;太郎', 'Hélène;O’Neill')
    """
    mark, encoding = encoding_of(content)
    return content[len(mark) :].decode(encoding)


def encoding_of(content: bytes) -> tuple[bytes, str]:
    """The mark at the start, if there is one, and how what follows it is encoded; see `decoded`."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return mark, encoding
    encoding = json.detect_encoding(content)
    if encoding.startswith("utf-16"):
        return b"", encoding
    try:
        content.decode("utf-8")
        return b"", "utf-8"
    except UnicodeDecodeError:
        pass
    try:
        japanese = content.decode("cp932")
    except UnicodeDecodeError:
        japanese = ""
    if _reads_as_japanese(japanese):
        return b"", "cp932"
    try:
        content.decode("cp1252")
        return b"", "cp1252"
    except UnicodeDecodeError:
        return b"", "latin-1"


def _reads_as_japanese(text: str) -> bool:
    words = list(_JAPANESE.finditer(text))
    within = sum(
        _is_plain(text[max(0, word.start() - 1) : word.start()]) or _is_plain(text[word.end() : word.end() + 1])
        for word in words
    )
    return 2 * within < len(words) and len(_HALF_WIDE.findall(text)) <= sum(len(word[0]) for word in words)


def _is_plain(letter: str) -> bool:
    return letter.isascii() and letter.isalpha()


def separator_of(text: str) -> tuple[int, str]:
    """How many letters stand before the table, and its separator: the one that the first line has most of."""
    said = re.match(r"sep=(.)\r?\n", text)  # what Excel writes and reads
    if said:
        return said.end(), said[1]
    first = re.sub(r'"[^"]*"', "", text.lstrip("\r\n").partition("\n")[0])
    return 0, max(_SEPARATORS, key=first.count)


def records(path: Path, text: str) -> Iterator[tuple[int, list[str]]]:
    """(number of the line, values) of each line that has any."""
    begin, separator = separator_of(text)
    if "\0" in text:
        raise UsageError(f"{path} holds null bytes, as no CSV file does: save it as CSV in UTF-8")
    reader = csv.reader(io.StringIO(text[begin:], newline=""), delimiter=separator)
    try:
        for values in reader:
            if reader.line_num > MAX_ROWS:
                raise UsageError(f"{path} has more than {MAX_ROWS} lines, as no roster has")
            if values:
                yield reader.line_num + bool(begin), values
    except csv.Error as error:
        raise UsageError(f"{path}, line {reader.line_num}: {error}") from None

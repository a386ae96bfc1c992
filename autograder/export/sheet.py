"""A table of a platform's, in which single cells can be written: every other byte of the file stays what it is.

sheet = Sheet.read(Path("Grades.csv"))
sheet.rows[1].cells[4].text                                # what stands there
Path("filled.csv").write_bytes(sheet.with_cells({(1, 4): "25.50"}))
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from autograder.collect.roster_files import decoded_file, encoding_of, records, separator_of
from autograder.errors import UsageError


@dataclass(frozen=True)
class Cell:
    """A value, and where it stands in the text, with the quotes around it."""

    text: str
    start: int
    end: int
    quoted: bool


@dataclass(frozen=True)
class Row:
    """line: the number of the line in which it ends; cells: those that it has, which may be fewer than columns."""

    line: int
    cells: tuple[Cell, ...]

    def text(self, column: int) -> str:
        """What stands in a column, without outer spaces; nothing where the line has ended before."""
        return self.cells[column].text.strip() if column < len(self.cells) else ""


@dataclass(frozen=True)
class Sheet:
    """A file as it is: mark at its start, encoding, separator, and rows, of which the first has the column names."""

    path: Path
    mark: bytes
    encoding: str
    text: str
    separator: str
    rows: tuple[Row, ...]

    @classmethod
    def read(cls, path: Path) -> Sheet:
        """The table in a CSV file; UsageError with a sentence when it is none, or could not be written back."""
        text, content = decoded_file(path)
        mark, encoding = encoding_of(content)
        begin, separator = separator_of(text)
        found = _rows(text, begin, separator)
        read = list(records(path, text))
        if [[cell.text for cell in cells] for cells in found] != [values for _, values in read]:
            raise UsageError(f"{path} has quotes that do not close: download it again from the platform")
        if mark + text.encode(encoding) != content:
            raise UsageError(f"{path} could not be written back letter by letter: save it as CSV in UTF-8")
        rows = tuple(Row(line, tuple(cells)) for (line, _), cells in zip(read, found, strict=True))
        return cls(path, mark, encoding, text, separator, rows)

    @property
    def columns(self) -> list[str]:
        """The names in the first line."""
        return [cell.text.strip() for cell in self.rows[0].cells]

    def with_cells(self, values: Mapping[tuple[int, int], str]) -> bytes:
        """The file with these values by (row, column); in quotes where the old one was, or where they are needed."""
        pieces, at = [], 0
        for row, column in sorted(values):
            cell, value = self.rows[row].cells[column], values[row, column]
            if cell.quoted or self.separator in value:
                value = f'"{value}"'
            pieces += [self.text[at : cell.start], value]
            at = cell.end
        return self.mark + "".join([*pieces, self.text[at:]]).encode(self.encoding)


def _rows(text: str, at: int, separator: str) -> list[list[Cell]]:
    """The cells of each line that has any, as the csv module reads them."""
    pattern = re.compile(rf'(?:"((?:[^"]|"")*+)")?([^{re.escape(separator)}\r\n]*)')
    rows: list[list[Cell]] = [[]]
    while match := pattern.match(text, at):
        inner, after = match[1], match[2]
        value = after if inner is None else inner.replace('""', '"') + after
        rows[-1].append(Cell(value, match.start(), match.end(), inner is not None))
        at = match.end()
        if text.startswith(separator, at):
            at += 1
            continue
        if len(rows[-1]) == 1 and match.start() == match.end():
            rows.pop()  # a line without anything
        if at == len(text):
            break
        at += 2 if text.startswith("\r\n", at) else 1
        if at == len(text):
            break
        rows.append([])
    return rows

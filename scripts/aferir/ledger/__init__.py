"""The ledger: every numeral that the build writes, by its place, committed and compared at each build.

A place is a lesson, a kind and name (``cell heads``, ``table widths``, ``figure maps``) and a coordinate inside it
(``line 3``, ``row 2``, ``axes 1 line 1 y``). One entry serves all languages; where their data differ, it holds one text
per language. A numeral that stands for a half-way value may be either of its neighbours, so that another processor
finds the same ledger right.

Results  -produced->  Produced  -compared with the file->  findings        -accepted->  the file
"""

from .accepted import joined
from .compared import ledger_findings, stale_findings
from .entries import Entry, Ledger
from .file import Kept, read_ledger, written
from .produced import PRODUCING, Produced, ledger_of, numeral_count, produced

__all__ = [
    "PRODUCING",
    "Entry",
    "Kept",
    "Ledger",
    "Produced",
    "joined",
    "ledger_findings",
    "ledger_of",
    "numeral_count",
    "produced",
    "read_ledger",
    "stale_findings",
    "written",
]

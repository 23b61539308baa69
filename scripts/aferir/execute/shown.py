"""What a cell shows besides text: its last value in rich form, and the figures it draws with ``pyplot``, in order.

Runs in the child. A figure is shown where ``plt.show()`` stands; one that is still open at the end of the cell is shown
there, as in a notebook, and closed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..interpreter import Problem, problem_of
from ..model import Cell, Held, Part, Work
from ..records import Record, part_record
from ..rich import rich
from . import canvas
from .order import Order
from .writing import writing_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(slots=True)
class Shown:
    """What one cell shows, as ``records`` with the number of the cut after which each stands."""

    order: Order
    work: Work
    halves: dict[str, str]
    cell: str = ""
    records: list[Record] = field(default_factory=list)

    def of(self, cell: Cell) -> Shown:
        """That of the next cell; ``plt.show()`` shows there from now on."""
        own = Shown(self.order, self.work, self.halves, cell.name)
        canvas.show_by(own.open_figures, self.work)
        return own

    def value(self, value: object) -> None:
        """Show the value of the last expression; None shows nothing."""
        if value is None:
            return
        if _is_figure(value):
            self._figure(value)
            return
        found = rich(value)
        if found:
            self._add(Part(found.kind, Held(found.data), found.words))
        else:
            print(repr(value))  # noqa: T201 - the output of a cell

    def open_figures(self) -> None:
        """Show every open figure, in the order of their numbers, and close it."""
        for figure in _open_figures():
            self._figure(figure)

    def left_open(self, line: int) -> Problem | None:
        """Show what is still open when the cell has ended. The problem with it, at ``line``, if there is one."""
        try:
            self.open_figures()
        except BaseException as error:  # noqa: BLE001 - whatever a figure raises is its author's to read
            return problem_of("raised", error, self.work.path, line)
        return None

    def _figure(self, figure: Any) -> None:
        from .figures import picture  # noqa: PLC0415 - Matplotlib, which is loaded by now

        name = f"{self.cell}-{len(self.records) + 1}"
        part, halves = picture(name, figure, writing_of(self.work), self.work.fonts)
        self.halves.update(halves)
        self._add(part)
        pyplot = _pyplot()
        if pyplot:
            pyplot.close(figure)

    def _add(self, part: Part) -> None:
        self.records.append({"at": self.order.cut(), **part_record(part)})


def _is_figure(value: object) -> bool:
    module = sys.modules.get("matplotlib.figure")
    return module is not None and isinstance(value, module.Figure)


def _open_figures() -> Iterator[Figure]:
    pyplot = _pyplot()
    for number in pyplot.get_fignums() if pyplot else ():
        yield pyplot.figure(number)


def _pyplot() -> Any:
    """The module, once a cell has loaded it."""
    return sys.modules.get("matplotlib.pyplot")

"""What axe finds. It takes seconds on a page of ten thousand elements: ask about what a test is about."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# landmark-unique: the theme names two navigations alike. empty-table-header: axe does not count MathML as text.
NOT_OURS = ("landmark-unique", "empty-table-header")
LOOKS = (("light", 1280), ("dark", 320))
"""Both themes, both widths; a fault of one theme and one width alone has not been met."""


def complaints(page: Page, *parts: str) -> str:
    """What axe finds on the page, or in the parts of it that these selectors name; "" when that is nothing."""
    context = {"include": [[part] for part in parts]} if parts else None
    found = Axe().run(page, context=context, options={"rules": {name: {"enabled": False} for name in NOT_OURS}})
    return str(found.generate_report()) if found.violations_count else ""

"""The main ways of a reader in Firefox, on the site that the Chromium tests read: tests/firefox says which."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from aferir.assets.nodejs import find_node

pytestmark = pytest.mark.browser
TESTS = Path(__file__).parent.parent / "firefox" / "reader.test.js"


def test_the_main_ways_of_a_reader_work_in_firefox(site: str) -> None:
    """Playwright 1.65 asks of WebDriver BiDi what Firefox ESR does not answer yet; Puppeteer drives it, from Node."""
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    assert firefox, "these tests need Firefox: apt-get install firefox-esr"
    environment = os.environ | {"AFERIR_SITE": site, "AFERIR_FIREFOX": firefox}
    command = [find_node().program, "--test", "--test-reporter", "tap", str(TESTS)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "\n# pass 7\n" in done.stdout

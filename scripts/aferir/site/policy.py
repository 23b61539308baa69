"""The policy of the whole site, one for all its pages: following a link keeps the policy of the page one came from."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable

_RULES = (
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'{hashes}",  # Pyodide is WebAssembly
    "style-src 'self' 'unsafe-inline'",  # KaTeX, SVG and the editor place elements by style
    "img-src 'self' data:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
)


def script_hash(script: str) -> str:
    """How a policy names a script in place, for example ``sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=``."""
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def policy(scripts: Iterable[str]) -> str:
    """The Content-Security-Policy of a site whose pages hold these scripts in place."""
    hashes = "".join(f" '{name}'" for name in sorted({script_hash(script) for script in scripts}))
    return "; ".join(_RULES).format(hashes=hashes)

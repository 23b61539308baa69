"""7xx: the ledger."""

from __future__ import annotations

from .rule import Rule

_LEDGER = '{"split-then-sum": {"cell heads": {"line 1": "0.591 0.271"}}}'

RULES = (
    Rule(
        "AF701",
        "course without a ledger",
        "this course writes numbers at {places} and has no ledger yet: look at them, then run “aferir accept”",
        "(no file)",
        _LEDGER,
    ),
    Rule("AF702", "ledger that cannot be read", "{reason}", _LEDGER.replace('"0.591 0.271"', "0.591"), _LEDGER),
    Rule(
        "AF703",
        "produced number that has changed",
        "{place}: the ledger has {old}, the build gives {new}; if that is right, run “aferir accept”",
        _LEDGER.replace("0.271", "0.272"),
        _LEDGER,
    ),
    Rule(
        "AF704",
        "produced number that is not in the ledger",
        "{place}: not in the ledger yet ({new}); if that is right, run “aferir accept”",
        '{"split-then-sum": {}}',
        _LEDGER,
    ),
    Rule(
        "AF705",
        "entry of the ledger that nothing produces",
        "no page shows {place} any more; if that is right, run “aferir accept”",
        _LEDGER.replace('{"cell heads"', '{"cell head": {"line 1": "0.5"}, "cell heads"'),
        _LEDGER,
    ),
)

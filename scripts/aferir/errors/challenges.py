"""5xx: challenges, their texts, and what running them shows."""

from __future__ import annotations

from .rule import Rule

RULES = (
    Rule("AF501", "challenge that cannot be read", "{reason}", 'FUNCTON = "multi_head"', 'FUNCTION = "multi_head"'),
    Rule(
        "AF502",
        "missing text of a challenge",
        "challenge {challenge} has no text “{key}” in {language}",
        "[checks.pair] only in texts.pt.toml",
        "[checks.pair] in texts.pt.toml, texts.es.toml, texts.cs.toml",
    ),
    Rule(
        "AF503",
        "solution that its own checks refuse",
        "the solution of {challenge} fails the check {check}",
        "return A, output",
        "return output, A",
    ),
    Rule(
        "AF504",
        "misconception that passes or is not recognised",
        "the misconception {name} of {challenge} {reason}",
        "def right_after_all(...)",
        "def scale_d_k(...)",
    ),
    Rule(
        "AF505",
        "step that is no other challenge",
        "the step “{name}” of {challenge} {reason}",
        'STEPS = ["spilt_heads"]',
        'STEPS = ["split_heads"]',
    ),
)

"""``snippets/challenges/<id>/`` -> ChallengeFiles, and what is wrong with them (AF501 to AF505).

files  -reading->  ChallengeFiles, findings of code and texts        (nothing is executed)
ChallengeFiles  -proof->  findings of the solution and the misconceptions, run in a limited process
"""

from .proof import challenge_findings, findings_of_all
from .reading import load_challenges, read_challenge

__all__ = ["challenge_findings", "findings_of_all", "load_challenges", "read_challenge"]

"""How the course is written: a reader of its pages for their language, not for their numbers, and the rules it applies.

Independent of the generator's scanner, so that one cannot hide what the other misses.
"""

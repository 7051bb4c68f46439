"""How well a game can be played: computer players today. Standard library, numpy, and what is below it.

It asks a ruleset only what any ruleset answers, so a new one needs nothing here.
"""

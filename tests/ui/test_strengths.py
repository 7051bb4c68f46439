"""How strong computers are, in the lobby's list and in /help."""

from bot.ui.guide import help_embed
from bot.ui.terms import level_line
from bot.ui.words import Words

ENGLISH = Words(None)


def test_help_tells_what_each_computer_scores_by_every_ruleset() -> None:
    field = next(field for field in help_embed(ENGLISH).fields if field.name == "Computers")
    lines = (field.value or "").splitlines()
    assert [line.split(":")[0] for line in lines[1:]] == ["**Deckhand**", "**Skipper**", "**Admiral**"]
    assert "Yacht 167 ± 35 · Yahtzee 254 ± 60 · " in lines[3]


def test_the_list_of_the_lobby_tells_what_a_computer_scores_by_its_rules() -> None:
    line = level_line(ENGLISH, "admiral", "yacht")
    assert line == "Plays as well as can be. 167 points on average."

"""How strong computers are, in the lobby's list and in /help."""

from bot.ui.guide import help_embed
from bot.ui.terms import level_line
from bot.ui.words import Words

ENGLISH = Words(None)


def test_help_tells_what_each_computer_scores_by_every_ruleset() -> None:
    field = next(field for field in help_embed(ENGLISH).fields if field.name == "Computers")
    lines = (field.value or "").splitlines()
    assert [line.split(":")[0] for line in lines[1:4]] == ["**Deckhand**", "**Skipper**", "**Admiral**"]
    assert lines[4].endswith("of **Deckhand**, **Skipper**, **Admiral**:")
    assert lines[5].replace("\u00a0", " ") == "Yacht: 157 ± 35 · 160 ± 34 · 167 ± 35"
    assert [line.split(":")[0] for line in lines[5:]] == [
        "Yacht", "Yahtzee", "Yahtzee, upper section first", "Yahtzee, free Joker",
    ]  # fmt: skip


def test_the_list_of_the_lobby_tells_what_a_computer_scores_by_its_rules() -> None:
    line = level_line(ENGLISH, "admiral", "yacht")
    assert line == "Plays as well as can be. 167 points on average."

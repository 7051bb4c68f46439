"""What Discord would refuse in the slash commands is said before it is asked."""

from typing import Any

import pytest

from bot.check import command_problems


def command(**changes: Any) -> dict[str, Any]:
    return {"type": 1, "name": "roll", "description": "Roll the dice", "options": [], **changes}


def option(**changes: Any) -> dict[str, Any]:
    return {"type": 3, "name": "colour", "description": "Which", "required": False, **changes}


LONG_CHOICES = [{"name": "n" * 100, "value": "v"}] * 6
FINE = [
    command(),
    command(name="r" * 32, description="d" * 100),
    command(name_localizations={"hi": "पासे-फेंको"}, description_localizations={"hi": "पासे फेंको"}),
    command(options=[option(required=True), option(name="number")]),
    command(options=[option(name=f"o{n}", choices=[{"name": "n", "value": n} for n in range(25)]) for n in range(25)]),
    {"type": 2, "name": "Invite to a game"},
]
REFUSED = [
    (command(name=""), "name ''"),
    (command(name="r" * 33), "name 'rrr"),
    (command(name="Roll"), "name 'Roll'"),
    (command(name="roll dice"), "name 'roll dice'"),
    (command(name_localizations={"de": "Würfeln"}), "name 'Würfeln'"),
    (command(description=""), "0 characters"),
    (command(description="d" * 101), "101 characters"),
    (command(description_localizations={"de": "d" * 101}), "101 characters"),
    (command(options=[option(name=f"o{n}") for n in range(26)]), "more than 25"),
    (command(options=[option(choices=[{"name": "n", "value": n} for n in range(26)])]), "more than 25"),
    (command(options=[option(choices=[{"name": "n" * 101, "value": "v"}])]), "choice"),
    (command(options=[option(choices=[{"name": "n", "value": "v" * 101}])]), "choice"),
    (command(options=[option(), option(name="number", required=True)]), "required option"),
    (command(options=[option(description="d" * 101)]), "/roll colour: a description"),
    (command(options=[{**option(name="deep"), "options": [option(name="Deeper")]}]), "/roll deep Deeper"),
    (command(options=[option(name=f"o{n}", choices=LONG_CHOICES) for n in range(14)]), "8000"),
]  # fmt: skip


@pytest.mark.parametrize("payload", FINE)
def test_commands_within_the_limits_pass(payload: dict[str, Any]) -> None:
    assert list(command_problems([payload])) == []


@pytest.mark.parametrize(("payload", "words"), REFUSED)
def test_command_beyond_a_limit_is_named(payload: dict[str, Any], words: str) -> None:
    problems = list(command_problems([payload]))
    assert len(problems) == 1
    assert words in problems[0]


def test_too_many_commands_are_counted() -> None:
    problems = list(command_problems([command(name=f"c{n}") for n in range(101)]))
    assert problems == ["there are 101 of them; Discord takes 100."]


def test_of_a_text_and_its_translations_the_longest_counts_towards_the_total() -> None:
    full = [{"name": "n" * 100, "value": "v" * 100} for _ in range(25)]
    long = [option(choices=full), option(name="number", choices=full[:10])]
    plain = [option(name=f"o{n}") for n in range(23)]
    translated = [{**each, "description_localizations": {"de": "d" * 100}} for each in plain]
    assert list(command_problems([command(options=[*long, *plain])])) == []
    assert "8000" in next(command_problems([command(options=[*long, *translated])]))

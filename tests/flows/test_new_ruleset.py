"""A game added to the family: one file with a ruleset, one entry in RULESETS, and everything else follows."""

import pytest

from bot.rules import RULESETS, Ruleset
from tests.flows.club import Club
from tests.rules.toy import TOY


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    monkeypatch.setitem(RULESETS, TOY.key, TOY)
    return TOY


async def test_a_new_ruleset_is_offered_and_explained(toy: Ruleset, club: Club) -> None:
    commands = {command.name: command for command in club.bot.tree.get_commands()}
    for name in ("play", "rules"):
        choices = commands[name].parameters[0].choices  # type: ignore[union-attr]
        assert toy.key in [choice.value for choice in choices]
    answer = await club.ada.slash(club.channel, "rules", rules=toy.key)
    assert answer.response is not None
    assert str(toy.maximum) in (answer.response.embeds[0].footer.text or "")


async def test_a_new_ruleset_is_played_to_the_final_table(toy: Ruleset, club: Club) -> None:
    await club.start(club.ada, club.ben, rules=toy.key)
    for _ in range(2 * len(toy.boxes)):
        member = await club.current()
        await club.press(member, "roll")
        game = (await club.game()).game
        assert game.current is not None
        seat = game.seats[game.current]
        await club.score(member, toy.options(seat.card, seat.turn.dice)[0].box)
    assert "final table" in (club.messages()[-1].embeds[0].title or "")
    assert await club.bot.games.live_in(club.channel.id) is None

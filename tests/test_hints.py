"""In which games there are hints: by the server's setting, who plays, and what the host chose."""

import pytest

from bot.choices import HintsAllowed
from bot.game import Game, moves
from bot.game.refusals import HintsOff, NothingToAdvise, NotInGame, NotYourTurn, StaleBoard
from bot.hints import asking, chosen_in, hints_on, may_choose
from tests.game.builders import ADA, BEN, STRANGER, Script, lobby, playing, rolled, with_computers

SOLO, AGAINST_COMPUTER, TWO = lobby(1), with_computers(lobby(1), "deckhand"), lobby(2)


@pytest.mark.parametrize(
    ("setting", "game", "default", "choice"),
    [
        (HintsAllowed.SOLO, SOLO, True, True),
        (HintsAllowed.SOLO, AGAINST_COMPUTER, True, True),
        (HintsAllowed.SOLO, TWO, False, False),
        (HintsAllowed.ALWAYS, SOLO, True, True),
        (HintsAllowed.ALWAYS, AGAINST_COMPUTER, True, True),
        (HintsAllowed.ALWAYS, TWO, False, True),
        (HintsAllowed.NEVER, SOLO, False, False),
        (HintsAllowed.NEVER, AGAINST_COMPUTER, False, False),
        (HintsAllowed.NEVER, TWO, False, False),
    ],
)
def test_hints_are_on_within_what_the_server_allows(
    setting: HintsAllowed, game: Game, default: bool, choice: bool
) -> None:
    assert hints_on(setting, game) is default
    assert may_choose(setting, game) is choice
    assert hints_on(setting, moves.set_hints(game, ADA, True).game) is choice
    assert hints_on(setting, moves.set_hints(game, ADA, False).game) is False


@pytest.mark.parametrize(
    ("game", "hints", "chosen"),
    [(SOLO, True, None), (SOLO, False, False), (AGAINST_COMPUTER, False, False), (TWO, False, None), (TWO, True, True)],
)
def test_a_rematch_takes_over_what_the_host_chose(game: Game, hints: bool, chosen: bool | None) -> None:
    dice = Script("11111", "22222")

    assert chosen_in(moves.start(game, ADA, dice, hints=hints).game) is chosen


def test_hints_are_for_whose_turn_it_is_on_the_present_board() -> None:
    game = moves.start(moves.set_hints(lobby(2), ADA, True).game, ADA, Script("66666", "11111"), hints=True).game
    assert game.current == 0
    with pytest.raises(NothingToAdvise):
        asking(game, ADA, game.moment(0))
    later = moves.roll(game, ADA, game.moment(0), Script("12345")).game
    assert asking(later, ADA, later.moment(0)) == 0
    with pytest.raises(StaleBoard):
        asking(later, ADA, game.moment(0))
    for player, refusal in ((BEN, NotYourTurn), (STRANGER, NotInGame)):
        with pytest.raises(refusal):
            asking(later, player, later.moment(0))
    without = rolled(playing(), ADA, "12345")
    with pytest.raises(HintsOff):
        asking(without, ADA, without.moment(0))

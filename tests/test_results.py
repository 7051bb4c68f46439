"""What a game leaves in which the others decided about somebody."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from bot.choices import Choices
from bot.game import Game, Order, Phase, moves
from bot.games import Games, Press
from bot.records import Closing, Records
from bot.strategy.players import STAND_IN
from tests.test_records import ADA, BEN, CHITRA, HARBOUR, NAMES, NOON, board, played

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.game import DiceSource, Transition
    from bot.games import StoredGame
    from db.database import Database

Decided = list["Callable[[Game], Transition]"]


def late(game: Game) -> Transition:
    return moves.time_up(game, 1, game.turn_id(1))


ZEROS: Decided = [lambda game: moves.leave(game, BEN), lambda game: moves.zero(game, ADA, 1)]
UNDECIDED: Decided = [lambda game: moves.leave(game, BEN)]
REMOVED: Decided = [late, lambda game: moves.remove(game, ADA, game.turn_id(1))]
STOOD_IN: Decided = [late, lambda game: moves.stand_in(game, ADA, game.turn_id(1), STAND_IN)]
TAKEN_OVER: Decided = [lambda game: moves.leave(game, BEN), lambda game: moves.take_over(game, ADA, 1, STAND_IN)]


@pytest.fixture
def records(database: Database) -> Records:
    return Records(database, lambda: NOON)


async def finished(database: Database, order: Order, decided: Decided) -> StoredGame:
    """A game of three in whose middle that was decided about BEN, played to its end."""
    games = Games(database, lambda: NOON, Choices(database))
    numbers = count(1)

    async def act(player: int, move: Callable[[Game, DiceSource], Transition]) -> StoredGame:
        return (await games.act(stored.id, Press(next(numbers), player, NAMES[player], NOON), move)).after

    press = Press(next(numbers), ADA, NAMES[ADA], NOON)
    stored = await games.open(press, guild=HARBOUR, channel=1, ruleset="yacht", order=order, duplicate=False)
    await act(BEN, lambda game, _: moves.join(game, BEN, 71))
    await act(CHITRA, lambda game, _: moves.join(game, CHITRA, 72))
    stored = await act(ADA, lambda game, dice: moves.start(game, ADA, dice))
    while stored.game.live:
        game = stored.game
        index = next(seat for seat in range(3) if game.may_act(seat))
        if index == 1 and len(game.seats[1].card.scores) == 2 and decided:
            for move in decided:
                stored = await act(ADA, lambda game, _, move=move: move(game))  # type: ignore[misc]
            decided = []
            continue
        player, shown = game.seats[index].player, game.moment(index)
        stored = await act(player, lambda game, dice: moves.roll(game, player, shown, dice))  # noqa: B023
        rolled = stored.game.moment(index)
        box = game.rules.open_boxes(game.seats[index].card)[0].key
        stored = await act(player, lambda game, _: moves.score(game, player, rolled, box))  # noqa: B023
    assert not decided
    assert stored.game.phase is Phase.FINISHED
    return stored


async def ratings(records: Records) -> dict[int, tuple[int | None, int]]:
    """Everybody's rating and number of rated games."""
    return {row.member_id: (row.rating, row.games) for row in (await board(records)).rows}


@pytest.mark.parametrize("order", Order)
async def test_a_game_in_which_a_computer_took_over_changes_no_rating(
    records: Records, database: Database, order: Order
) -> None:
    await played(database, {ADA: 1, BEN: 3, CHITRA: 2})
    before = await ratings(records)

    stored = await finished(database, order, TAKEN_OVER)

    assert await ratings(records) == before
    assert await records.closing(stored) == Closing()
    results = (await records.replay(HARBOUR, stored.id)).results
    assert {row.rated for row in results} == {False}
    assert [row.left for row in results] == [False, True, False]
    assert [row.won for row in results][1] is False
    assert results[1].place == 3
    assert results[1].total == stored.game.total(1)
    assert (await records.history(HARBOUR)).games[0].rated is False


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize(
    ("decided", "left"),
    [(ZEROS, True), (UNDECIDED, True), (REMOVED, True), (STOOD_IN, False)],
    ids=["zeros", "undecided", "removed", "stood-in"],
)
async def test_any_other_choice_leaves_the_game_rated(
    records: Records, database: Database, order: Order, decided: Decided, left: bool
) -> None:
    stored = await finished(database, order, decided)

    assert {games for _, games in (await ratings(records)).values()} == {1}
    assert len((await records.closing(stored)).rating) == 3
    results = (await records.replay(HARBOUR, stored.id)).results
    assert {row.rated for row in results} == {True}
    assert [row.left for row in results] == [False, left, False]
    assert results[1].place == 3 or not left

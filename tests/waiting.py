"""What must be true of a live game at any moment, so that it is not stuck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.game import Game, Order, Transition, moves
from bot.ui.board import board, private_board
from bot.ui.emojis import DiceEmojis
from bot.ui.lobby import lobby
from bot.ui.questions import late_line, undecided_line
from bot.ui.table import table
from bot.ui.words import Words

if TYPE_CHECKING:
    from datetime import datetime

    from bot.games import StoredGame
    from bot.ui.screen import Screen

STRANGER = 999
ENGLISH = Words(None)
DICE = DiceEmojis.keycaps()


def check_lobby(stored: StoredGame, now: datetime) -> None:
    """It closes by itself, and until then its host can start it."""
    assert stored.timing is None
    assert stored.row.deadline is not None
    assert stored.row.deadline > now
    assert stored.game.index_of(stored.game.host) is not None
    assert moves.start(stored.game, stored.game.host, stored.dice).events
    (host,) = (name for name, seat in _named(stored) if seat.player == stored.game.host)
    assert f"**{host}** (host, presses Start)" in _text(lobby(ENGLISH, stored))
    _can_be_ended(stored.game)


def check_playing(stored: StoredGame, now: datetime, *, computers: bool) -> None:
    """Somebody is waited for, the screens name him, he can move, and time moves on if he does not."""
    game = stored.game
    present = [index for index in range(len(game.seats)) if game.present(index)]
    waited_for = [index for index in present if game.waiting_for(index)]
    assert waited_for, "some present member has boxes to fill"
    assert not any(seat.level is not None and game.may_act(index) for index, seat in enumerate(game.seats))
    assert game.index_of(game.host) in present
    _clocks_are_right(stored, present, now)
    if game.order is Order.TURNS:
        assert game.current in waited_for
        waited_for = [game.current]
        _board_calls(stored, game.current, computers=computers)
    else:
        assert game.current is None
        _table_names(stored, waited_for, computers=computers)
    for index in waited_for:
        assert _next_move(stored, index).events
    for index, seat in enumerate(game.seats):
        _others_can_decide(stored, index, present)
        assert not seat.late or (index in waited_for and len(present) > 1)
        assert not (seat.undecided or seat.level) or seat.left
    _can_be_ended(game)


def _clocks_are_right(stored: StoredGame, present: list[int], now: datetime) -> None:
    game, timing = stored.game, stored.timing
    assert timing is not None
    assert stored.row.deadline == timing.next_at
    assert timing.next_at > now, "nothing stays due"
    running = [index for index in present if game.may_act(index) and not game.seats[index].late]
    assert sorted(timing.seats) == (running if len(present) > 1 else [])
    assert all(each.turn == game.turn_id(index) for index, each in timing.seats.items())
    assert sorted(timing.decisions) == [index for index, seat in enumerate(game.seats) if seat.undecided]


def _board_calls(stored: StoredGame, index: int, *, computers: bool) -> None:
    screen = board(ENGLISH, DICE, stored, index, computers=computers)
    name = f"**{stored.names[index]}**"
    calls = (f"{name}'s time is up", f"{name} has not played") if stored.game.seats[index].late else (f"{name}, ",)
    assert _text(screen).startswith(calls)
    assert _ids(screen) & {f"yc1:{action}:{stored.id}:{_moment(stored.game, index)}" for action in ("roll", "score")}
    _questions_are_asked(stored, screen, computers=computers)


def _table_names(stored: StoredGame, waited_for: list[int], *, computers: bool) -> None:
    screen = table(ENGLISH, stored, computers=computers)
    boxes = len(stored.game.rules.boxes)
    for index in waited_for:
        filled = len(stored.game.seats[index].card.scores)
        assert f"**{stored.names[index]}**: {filled} of {boxes} boxes" in _text(screen)
        assert filled < boxes
        mine = private_board(ENGLISH, DICE, stored, index)
        assert _ids(mine) & {f"yc1:{action}:{stored.id}:{_moment(stored.game, index)}" for action in ("roll", "score")}
    assert f"yc1:mine:{stored.id}" in _ids(screen)
    _questions_are_asked(stored, screen, computers=computers)


def _questions_are_asked(stored: StoredGame, screen: Screen, *, computers: bool) -> None:
    """About a late turn and about a seat that was left, one of each at a time; it names whom it is about."""
    game = stored.game
    late, undecided = game.late_seat, game.undecided_seat
    if late is not None:
        assert _asks(screen, late_line(ENGLISH, stored, computers=computers), stored.names[late])
        assert _about(stored, "remove", game.turn_id(late)) in _ids(screen)
        assert (_about(stored, "stand-in", game.turn_id(late)) in _ids(screen)) == computers
    if undecided is not None and computers:
        assert _asks(screen, undecided_line(ENGLISH, stored, computers=computers), stored.names[undecided])
        assert _about(stored, "take-over", undecided) in _ids(screen)


def _asks(screen: Screen, question: str | None, about: str) -> bool:
    return question is not None and question in _text(screen) and f"**{about}**" in question


def _others_can_decide(stored: StoredGame, index: int, present: list[int]) -> None:
    game, seat = stored.game, stored.game.seats[index]
    decider = next((game.seats[other].player for other in present if other != index), None)
    if seat.late:
        assert moves.wait(game, decider, game.turn_id(index)).events
        assert moves.remove(game, decider, game.turn_id(index)).events
        assert decider is not None
    if seat.undecided:
        assert moves.zero(game, decider, index).events
        assert decider is not None


def _next_move(stored: StoredGame, index: int) -> Transition:
    """What the member whose turn that is can always do: roll, or fill a box."""
    game, seat = stored.game, stored.game.seats[index]
    if not seat.turn.roll:
        return moves.roll(game, seat.player, game.moment(index), stored.dice)
    box = game.rules.options(seat.card, seat.turn.dice)[0].box
    return moves.score(game, seat.player, game.moment(index), box)


def _can_be_ended(game: Game) -> None:
    for transition in (moves.end(game, game.host), moves.end(game, STRANGER, may_manage=True), moves.expire(game)):
        assert not transition.game.live


def _moment(game: Game, index: int) -> str:
    moment = game.moment(index)
    return f"{moment.turn}:{moment.roll}"


def _about(stored: StoredGame, action: str, number: int) -> str:
    return f"yc1:{action}:{stored.id}:{number}"


def _text(screen: Screen) -> str:
    assert screen.embed is not None
    return screen.embed.description or ""


def _ids(screen: Screen) -> set[str]:
    """The custom_ids of all controls."""
    assert screen.view is not None
    return {item.custom_id for item in screen.view.walk_children() if hasattr(item, "custom_id")}


def _named(stored: StoredGame) -> Any:
    return zip(stored.names, stored.game.seats, strict=True)

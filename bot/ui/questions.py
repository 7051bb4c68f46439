"""What the others are asked: about a turn whose time is up, and about the open boxes of who left; what they decided."""

from collections.abc import Sequence

import discord

from bot.clocks import AWAY
from bot.game import Event, moves
from bot.game.events import GivenTime, Left, StoodIn, TakenOver, Zeroed
from bot.games import StoredGame
from bot.ui.clock_words import clock_words
from bot.ui.controls import Control, view_of
from bot.ui.phrases import bold, called_plainly, removed_line, seat_name
from bot.ui.question_controls import Remove, RemoveNow, StandIn, TakeOver, Wait, Zeros
from bot.ui.screen import Screen
from bot.ui.words import Words


def question_lines(words: Words, stored: StoredGame, *, computers: bool) -> list[str]:
    """A paragraph for each question that a board or a table asks; `computers` is whether the server lets them play."""
    lines = (late_line(words, stored, computers=computers), undecided_line(words, stored, computers=computers))
    return [line for line in lines if line is not None]


def question_controls(words: Words, stored: StoredGame, *, computers: bool) -> tuple[Sequence[Control], ...]:
    """The buttons of each question, a row for each."""
    return tuple(
        row
        for row in (_about_late(words, stored, computers=computers), _about_left(words, stored, computers=computers))
        if row
    )


def late_line(words: Words, stored: StoredGame, *, computers: bool) -> str | None:
    """What the others may decide about a seat whose time is up; None where there is none."""
    index = stored.game.late_seat
    if index is None:
        return None
    name = bold(seat_name(words, stored, index))
    if computers:
        return words(
            "The others decide about {name}. Wait: the time starts anew. Computer: it plays this turn. Remove: {name} "
            "is out, and the open boxes become zeros. The first press counts.",
            name=name,
        )
    return words(
        "The others decide about {name}. Wait: the time starts anew. Remove: {name} is out, and the open boxes become "
        "zeros. The first press counts.",
        name=name,
    )


def late_heading(words: Words, stored: StoredGame, name: str) -> str:
    """The first line of a late seat's board, in place of what its player shall do. The name must be safe already."""
    if stored.clock is not None:
        return words("{name}'s time is up: the others may decide below; until then {name} can still play.", name=name)
    return words(
        "{name} has not played for {time}: the others may decide below; until then {name} can still play.",
        name=name,
        time=clock_words(words, AWAY),
    )


def decision_line(words: Words, stored: StoredGame, events: Sequence[Event]) -> str | None:
    """Who has decided what, for the board that goes on standing; None where no member has decided anything."""
    for event in events:
        if isinstance(event, Left) and event.removed and event.by is not None:
            index = next(index for index, seat in enumerate(stored.game.seats) if seat.player == event.player)
            return removed_line(words, seat_name(words, stored, index), seat_name(words, stored, event.by))
        if isinstance(event, GivenTime | Zeroed | TakenOver) and event.by is not None:
            facts = {"name": seat_name(words, stored, event.seat), "other": seat_name(words, stored, event.by)}
            if isinstance(event, GivenTime):
                return words("{other} gave {name} more time.", **facts)
            if isinstance(event, Zeroed):
                return words("{other} decided: the open boxes of {name} become zeros.", **facts)
            return words("{other} decided: a computer plays on for {name}, and this game is not rated.", **facts)
    return None


def who_decided(words: Words, stored: StoredGame, events: Sequence[Event]) -> str | None:
    """The name of who has let the computer play a turn, or taken its player out; None where no member has."""
    for event in events:
        if isinstance(event, StoodIn | Left) and event.by is not None:
            return seat_name(words, stored, event.by)
    return None


def time_up_line(words: Words, stored: StoredGame, name: str) -> str:
    """That the time of a seat is up, or without a clock that its player is away. The name must be safe already."""
    if stored.clock is not None:
        return words("The time of {name} is up.", name=name)
    return words("{name} has not played for {time}.", name=name, time=clock_words(words, AWAY))


def own_late_line(words: Words, stored: StoredGame) -> str:
    """The same for the member himself, whose board is private."""
    away = words("Your time is up.") if stored.clock is not None else words("You have been away for long.")
    still = words("You can still play this turn, until the others decide about it.")
    return f"{away} {still}"


def undecided_line(words: Words, stored: StoredGame, *, computers: bool) -> str | None:
    """What shall become of the open boxes of a seat that was left; None where nothing is to be decided.

    Without computers there is no choice: they become zeros in time.
    """
    index = stored.game.undecided_seat
    if index is None or not computers:
        return None
    line = words(
        "{name} left, and the others decide. Zeros: the open boxes become zeros. Computer: a computer fills them, and "
        "this game is not rated. The first press counts.",
        name=bold(seat_name(words, stored, index)),
    )
    when = None if stored.timing is None else stored.timing.decisions.get(index)
    if when is None:
        return line
    unless = words("If nobody presses, they become zeros {when}.", when=discord.utils.format_dt(when, "R"))
    return f"{line} {unless}"


def removal(words: Words, stored: StoredGame, turn: int) -> Screen:
    """What who wants to remove the player of a late turn is asked first."""
    index = stored.game.seat_of_turn(turn)
    text = words(
        "Remove {name} from the game? The open boxes become zeros. This cannot be taken back.",
        name=bold(seat_name(words, stored, index)),
    )
    return Screen(text, view=view_of([RemoveNow(stored.id, turn, _remove_label(words, stored, index))]))


def removed_answer(words: Words, stored: StoredGame, turn: int) -> str:
    """What who has removed the player of a late turn is told."""
    name = seat_name(words, stored, stored.game.seat_of_turn(turn))
    return words("{name} is out of the game.", name=bold(name))


def leaving_line(words: Words, stored: StoredGame, player: int, *, computers: bool) -> str:
    """What a member is asked who wants to leave a running game: what becomes of it and of his card."""
    game = moves.leave(stored.game, player).game
    index = game.index_of(player)
    if not game.live:
        return words("Leave this game? You cannot win then, and the game ends.")
    if computers and index is not None and game.seats[index].undecided:
        return words(
            "Leave this game? You cannot win then. The others play on, and decide whether your open boxes become "
            "zeros or a computer fills them."
        )
    return words("Leave this game? Your open boxes become zeros and you cannot win. The others play on.")


def _about_late(words: Words, stored: StoredGame, *, computers: bool) -> list[Control]:
    game, index = stored.game, stored.game.late_seat
    if index is None:
        return []
    turn = game.turn_id(index)
    items: list[Control] = [Wait(stored.id, turn, words("Wait"))]
    if computers:
        items.append(StandIn(stored.id, turn, words("Computer")))
    return [*items, Remove(stored.id, turn, _remove_label(words, stored, index))]


def _remove_label(words: Words, stored: StoredGame, index: int) -> str:
    player = stored.game.seats[index].player
    return words("Remove {name}", name=called_plainly(words, player, stored.names[index]))


def _about_left(words: Words, stored: StoredGame, *, computers: bool) -> list[Control]:
    index = stored.game.undecided_seat
    if index is None or not computers:
        return []
    return [
        Zeros(stored.id, index, words("Zeros")),
        TakeOver(stored.id, index, words("Computer (unrated)")),
    ]

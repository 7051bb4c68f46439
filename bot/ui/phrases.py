"""Sentences and lines that several screens share."""

from collections.abc import Sequence

from bot.game import Game, Order, Seat, is_computer
from bot.games import StoredGame
from bot.rules import Dice
from bot.ui import terms
from bot.ui.names import plain, safe
from bot.ui.words import Words

_HARDLY = 0.01


def bold(text: str) -> str:
    """Text in bold; it must be safe already."""
    return f"**{text}**"


def called(words: Words, member: int, name: str) -> str:
    """The name of a player, safe for text. Who had all about him deleted has an id below 0 and no name any more."""
    if is_computer(member):
        return terms.computer_name(words, name)
    return words("former player") if member < 0 else safe(name)


def called_plainly(words: Words, member: int, name: str) -> str:
    """The same for labels, footers and files."""
    if is_computer(member):
        return terms.computer_name(words, name)
    return words("former player") if member < 0 else plain(name)


def seat_name(words: Words, stored: StoredGame, index: int) -> str:
    """What the player of a seat is called."""
    return called(words, stored.game.seats[index].player, stored.names[index])


def verdict(words: Words, names: Sequence[str], points: int, *, alone: bool) -> str:
    """Who won with how many points; `alone` is a game of one seat. The names must be safe already."""
    together = list_of_names(words, names)
    if alone:
        return words.plural("{name} scored {n} point.", "{name} scored {n} points.", n=points, name=together)
    if len(names) > 1:
        return words.plural(
            "{names} share the win with {n} point each.",
            "{names} share the win with {n} points each.",
            n=points,
            names=together,
        )
    return words.plural("{name} wins with {n} point.", "{name} wins with {n} points.", n=points, name=together)


def why_given_up(words: Words, stored: StoredGame, by: int | None) -> str:
    """Why a game ended before its time; `by` is the member who ended it, if anybody did."""
    if by is None:
        return words("Closed: nobody had played for a long time, or its place is gone.")
    index = stored.game.index_of(by)
    if index is None:
        return words("Ended by who looks after this channel.")
    return words("Ended by {name}.", name=seat_name(words, stored, index))


def dice_line(words: Words, dice: Dice, held: Sequence[int]) -> str:
    """The dice in words, for those who do not see the pictures: "5 held, 5 held, 2, 1, 1"."""
    faces = [words("{face} held", face=face) if place in held else str(face) for place, face in enumerate(dice)]
    return words("Dice: {faces}", faces=", ".join(faces))


def in_a_row(faces: Sequence[int]) -> str:
    """Dice as they are named in a sentence, which breaks no line: "5‑5‑5" with hyphens that hold."""
    return "\u2011".join(map(str, faces))


def score_line(words: Words, name: str, box: str, points: int, bonus: int = 0) -> str:
    """What a player scored: "Ben: Full House, 25". The name must fit where it is shown."""
    facts = {"name": name, "box": terms.box_name(words, box), "points": points}
    if bonus:
        return words("{name}: {box}, {points}, and {bonus} bonus", bonus=bonus, **facts)
    return words("{name}: {box}, {points}", **facts)


def by_computer(words: Words, name: str) -> str:
    """Who has a computer play for him: "Ben (computer)". The name must fit where it is shown."""
    return words("{name} (computer)", name=name)


def line_of_turn(
    words: Words, stored: StoredGame, turn_id: int, *, removed: bool = False, decided_by: str | None = None
) -> str | None:
    """What came of the turn of a board, or of a table, that is over; None while it is in hand.

    `removed` tells that its player was taken out, `decided_by` who decided that or had the computer play it.
    """
    game = stored.game
    if game.order is Order.TOGETHER:
        return words("All cards are full.")
    index = game.seat_of_turn(turn_id)
    number = (turn_id - 1) // len(game.seats) + 1
    seat, name = game.seats[index], bold(seat_name(words, stored, index))
    if number < seat.turn.number:
        line = _score_line(words, seat, name, number)
        return line if decided_by is None else words("{line} · decided by {other}", line=line, other=decided_by)
    if removed:
        return removed_line(words, name, decided_by)
    return words("{name} left the game.", name=name) if seat.left else None


def removed_line(words: Words, name: str, by: str | None) -> str:
    """That a player was taken out, `by` whom; None: by the server's settings. The names must fit where they stand."""
    if by is None:
        return words("{name} was removed: the time was up.", name=name)
    return words("{other} removed {name}: the time was up.", name=name, other=by)


def last_line(words: Words, stored: StoredGame, index: int) -> str | None:
    """What the person before that seat did in the latest turn, and below it what computers have played since.

    Plain text; None at the beginning, and when alone.
    """
    game = stored.game
    count = len(game.seats)
    lines = []
    for before in ((index - step) % count for step in range(1, count)):
        seat = game.seats[before]
        number = seat.turn.number - 1
        if number and not seat.given_up:
            lines.append(_score_line(words, seat, called_plainly(words, seat.player, stored.names[before]), number))
        if game.present(before):
            break
    return "\n".join(reversed(lines)) or None


def _score_line(words: Words, seat: Seat, name: str, number: int) -> str:
    """What came of a seat's turn of that number, which is over."""
    computer = seat.taken_over or number in seat.stood_in
    who = by_computer(words, name) if computer else name
    return score_line(words, who, *seat.card.scores[number - 1])


def totals_line(words: Words, stored: StoredGame, chances: Sequence[float] | None = None) -> str:
    """Everybody's total, the highest in bold, with the distance to the pace for the upper bonus where there is one.

    `chances` are those of each seat to win. Lines break between one player and the next, hardly within one.
    """
    game = stored.game
    seats = range(len(game.seats))
    points = [game.total(index) for index in seats]
    best = max((points[index] for index in seats if not game.seats[index].left), default=0)
    texts = [_total(words, stored, index, points[index], best) for index in seats]
    if chances is None:
        return words("Totals: {totals}", totals="\u00a0· ".join(texts))
    texts = [
        text if seat.left else words("{total},\u00a0{chance}", total=text, chance=chance_to_win(words, chance))
        for text, seat, chance in zip(texts, game.seats, chances, strict=True)
    ]
    return words("Totals and chances to win: {totals}", totals="\u00a0· ".join(texts))


def chance_to_win(words: Words, chance: float) -> str:
    """A chance in whole percent: "64 %", in one piece. Nothing is said to be impossible or certain."""
    if chance < _HARDLY:
        return words("<{percent}\u00a0%", percent=1)
    if chance > 1 - _HARDLY:
        return words(">{percent}\u00a0%", percent=99)
    return words("{percent}\u00a0%", percent=round(100 * chance))


def _pace(game: Game, index: int) -> int | None:
    """The distance to the even pace for the upper bonus, while that seat is on its way there."""
    card = game.seats[index].card
    faces = [box for box in game.rules.boxes if box.face is not None]
    filled = sum(card.filled(box.key) for box in faces)
    return game.rules.pace(card) if 0 < filled < len(faces) else None


def _signed(pace: int) -> str:
    return f"{pace:+d}" if pace else "±0"


def _total(words: Words, stored: StoredGame, index: int, total: int, best: int) -> str:
    game, seat = stored.game, stored.game.seats[index]
    name = seat_name(words, stored, index)
    if seat.given_up:
        return words("{name} left", name=f"~~{name}~~")
    if seat.taken_over:
        return f"{by_computer(words, name)}\u00a0{total}"
    text = f"{name}\u00a0{total}"
    if total == best and total:
        text = bold(text)
    bonus, pace = game.rules.upper_bonus, _pace(game, index)
    return text if bonus is None or pace is None else f"{text}\u00a0({bonus.threshold}:\u00a0{_signed(pace)})"


def upper_line(words: Words, game: Game, index: int) -> str | None:
    """How far the upper section of a seat is, and the bonus points it has; None where the rules have no such bonus."""
    bonus = game.rules.upper_bonus
    if bonus is None:
        return None
    totals = game.rules.totals(game.seats[index].card)
    facts = {"upper": totals.upper, "threshold": bonus.threshold, "bonus": bonus.points}
    open_upper = any(box.face is not None for box in game.rules.open_boxes(game.seats[index].card))
    if totals.upper_bonus:
        line = words("Upper section {upper} of {threshold}: bonus of {bonus} earned.", **facts)
    elif not open_upper:
        line = words("Upper section {upper} of {threshold}: no bonus.", **facts)
    else:
        line = words("Upper section {upper} of {threshold}{pace}.", pace=_pace_words(words, game, index), **facts)
    if totals.extra:
        line += " " + words("Bonuses of 100: {extra}.", extra=totals.extra)
    return line


def _pace_words(words: Words, game: Game, index: int) -> str:
    pace = _pace(game, index)
    if pace is None:
        return ""
    if pace > 0:
        return words(", {n} ahead of pace", n=pace)
    if pace < 0:
        return words(", {n} behind pace", n=-pace)
    return words(", on pace")


def list_of_names(words: Words, names: Sequence[str]) -> str:
    """ "Ada", "Ada and Ben", "Ada, Ben and Chitra"; the names must be safe already."""
    if len(names) < 2:
        return "".join(names)
    return words("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])

"""The leaderboards of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.periods import Period
from bot.records import MIN_FINISHED
from bot.ui import controls, terms
from bot.ui.closing import MEDALS
from bot.ui.names import plain, safe
from bot.ui.phrases import bold
from bot.ui.record_controls import TURNS, ChooseReplay, TurnLeaderboard
from bot.ui.screen import COLOUR_OVER, Screen
from bot.ui.words import N_, Words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.records import Board, By, Standing

BY_NAMES: Mapping[By, str] = {
    "rating": N_("rating"),
    "wins": N_("wins"),
    "average": N_("average"),
    "best": N_("best total"),
}
PERIOD_NAMES: Mapping[Period, str] = {
    Period.ALL: N_("all time"),
    Period.SEASON: N_("this season"),
    Period.MONTH: N_("this month"),
    Period.WEEK: N_("this week"),
}
_LABELS: Mapping[str, str] = {"first": N_("First"), "back": N_("Back"), "next": N_("Next"), "last": N_("Last")}
_LONGEST_LABEL = 100


def leaderboard(words: Words, board: Board, asker: int, name: str) -> Screen:
    """A page of a board for who asked and is called `name`; the controls are his, and his own place is always told."""
    if board.period is Period.SEASON and board.season is None:
        text = words(
            "This server has not begun a season yet. Who may manage the server begins one with /season start; "
            "the board of all time is there already."
        )
        return Screen(embed=discord.Embed(title=_title(words, board), description=text, colour=COLOUR_OVER))
    lines = [_row(words, board.by, row, asker) for row in board.rows] or [_empty(words, board)]
    lines += ["", _own_place(words, board, name)]
    embed = discord.Embed(title=_title(words, board), description="\n".join(lines), colour=COLOUR_OVER)
    if board.rows:
        embed.set_footer(text=_footer(words, board))
    buttons = _controls(words, board, asker)
    return Screen(embed=embed, view=controls.view_of(buttons) if buttons else None)


def hundredths(value: int) -> str:
    """An average, which is kept in hundredths."""
    return f"{value / 100:.2f}"


def percent(part: int, whole: int) -> str:
    """A share, rounded; of nothing it is 0 %."""
    return f"{round(100 * part / whole) if whole else 0} %"


def _title(words: Words, board: Board) -> str:
    period = words(PERIOD_NAMES[board.period])
    if board.period is Period.SEASON and board.season is not None:
        period = words("season {name}", name=safe(board.season.name))
    facts = {"game": terms.ruleset_name(words, board.ruleset), "by": words(BY_NAMES[board.by]), "period": period}
    return words("{game} · {by} · {period}", **facts)


def _row(words: Words, by: By, row: Standing, asker: int) -> str:
    name = safe(row.name)
    if row.member_id == asker:
        name = f"__{name}__"
    facts = {"name": name, "value": bold(_value(by, row))}
    mark = MEDALS.get(row.place or 0, f"{row.place}\\.")
    if by == "best":
        return f"{mark} {words('{value} {name}', **facts)}"
    if by != "wins":
        return f"{mark} {words.plural('{value} {name} · {n} game', '{value} {name} · {n} games', n=row.games, **facts)}"
    text = words.plural("{value} {name} · of {n} game", "{value} {name} · of {n} games", n=row.games, **facts)
    return f"{mark} {text}{_win_rate(row)}"


def _value(by: By, row: Standing) -> str:
    value = row.value(by) or 0
    return hundredths(value) if by == "average" else str(value)


def _win_rate(row: Standing) -> str:
    return f", {percent(row.wins, row.games)}" if row.games >= MIN_FINISHED else ""


def _empty(words: Words, board: Board) -> str:
    game = terms.ruleset_name(words, board.ruleset)
    if board.by == "best":
        return words("Nobody has a total here yet. Open a game of {game} with /play and finish it.", game=game)
    if board.by == "average":
        return words.plural(
            "Nobody is on this board yet: it needs {n} rated game. "
            "Open a game of {game} with /play and let others join.",
            "Nobody is on this board yet: it needs {n} rated games. "
            "Open a game of {game} with /play and let others join.",
            n=MIN_FINISHED,
            game=game,
        )
    return words(
        "Nobody is on this board yet. Open a game of {game} with /play and let others join: "
        "a game of two or more is rated.",
        game=game,
    )


def _own_place(words: Words, board: Board, name: str) -> str:
    """Where who asked stands, or what he lacks."""
    own, name = board.own, bold(safe(name))
    if own is not None and own.place is not None:
        value = _value(board.by, own)
        return words(
            "{name}: place {place} of {total}, with {value}.",
            name=name,
            place=own.place,
            total=board.total,
            value=value,
        )
    if board.by == "best":
        return words("{name}: no total here yet; finish a game to have one.", name=name)
    if board.by == "wins" and own is not None and own.games:
        return words("{name}: no win here yet.", name=name)
    missing = MIN_FINISHED - (0 if own is None else own.finished) if board.by == "average" else 1
    return words.plural(
        "{name}: {n} rated game is missing for a place here.",
        "{name}: {n} rated games are missing for a place here.",
        n=missing,
        name=name,
    )


def _footer(words: Words, board: Board) -> str:
    facts = {"page": board.page + 1, "pages": board.pages}
    return words.plural(
        "Page {page} of {pages} · {n} member", "Page {page} of {pages} · {n} members", n=board.total, **facts
    )


def _controls(words: Words, board: Board, asker: int) -> Sequence[controls.Control]:
    buttons: list[controls.Control] = []
    if board.pages > 1:
        ends = {"first": 0, "back": 0, "next": board.pages - 1, "last": board.pages - 1}
        place = (asker, board.ruleset, board.by, board.period, board.page)
        buttons += [
            TurnLeaderboard(turn, *place, label=words(_LABELS[turn]), off=board.page == ends[turn]) for turn in TURNS
        ]
    options = _replays(board.rows) if board.by == "best" else []
    if options:
        buttons.append(ChooseReplay(asker, options, words("Replay of a best total")))
    return buttons


def _replays(rows: Sequence[Standing]) -> list[discord.SelectOption]:
    """A choice for each game in which somebody on this page had his best total."""
    games: dict[int, list[str]] = {}
    for row in rows:
        if row.best_game_id is not None:
            games.setdefault(row.best_game_id, []).append(f"{row.place}. {plain(row.name)} · {row.best}")
    return [
        discord.SelectOption(label=", ".join(totals)[:_LONGEST_LABEL], value=str(game))
        for game, totals in games.items()
    ]

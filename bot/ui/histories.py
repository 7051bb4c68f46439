"""The games of a server that are over, the newest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.ui import terms
from bot.ui.controls import view_of
from bot.ui.phrases import bold, called, called_plainly, list_of_names
from bot.ui.record_controls import ChooseReplay
from bot.ui.replay_controls import TurnHistory
from bot.ui.screen import COLOUR_OVER, Screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.records import HistoryPage, PastGame, PastSeat
    from bot.ui.controls import Control
    from bot.ui.words import Words

# Ten games of ten long names each would not fit.
_NAMED = 3
_OPTION_ROOM = 100


@dataclass(frozen=True)
class Choice:
    """Which history was asked for: of one member, of one ruleset, and which page from 0."""

    member: int | None = None
    ruleset: str | None = None
    page: int = 0


def history(words: Words, games: HistoryPage, choice: Choice, asker: int) -> Screen:
    """A page of games with their results, and a list from which to open a replay; the page must not be empty."""
    lines = _filters(words, choice) + [_line(words, game) for game in games.games]
    embed = discord.Embed(title=words("Games of this server"), description="\n".join(lines), colour=COLOUR_OVER)
    items: list[Control] = [ChooseReplay(asker, _options(words, games.games), words("Open a replay…"))]
    if choice.page or games.more:
        embed.set_footer(text=words("Page {page}", page=choice.page + 1))
        items += _leaves(words, games, choice, asker)
    return Screen(None, embed, view_of(items))


def _filters(words: Words, choice: Choice) -> list[str]:
    lines = []
    if choice.member is not None:
        lines.append(words("With {member}.", member=f"<@{choice.member}>"))
    if choice.ruleset is not None:
        lines.append(words("Only {game}.", game=terms.ruleset_name(words, choice.ruleset)))
    return [*lines, ""] if lines else []


def _line(words: Words, game: PastGame) -> str:
    facts = {
        "id": f"`{game.id}`",
        "game": terms.ruleset_name(words, game.ruleset),
        "when": discord.utils.format_dt(game.ended_at, "d"),
    }
    return " · ".join([words("{id} {game}, {when}", **facts), *_marks(words, game), _players(words, game)])


def _marks(words: Words, game: PastGame) -> list[str]:
    if game.phase == "abandoned":
        return [words("not finished")]
    return [] if game.rated else [words("unrated")]


def _players(words: Words, game: PastGame) -> str:
    ranked = sorted(game.seats, key=lambda seat: (seat.place or 0, seat.seat))
    shown = [_player(words, seat) for seat in ranked[:_NAMED]]
    others = len(ranked) - len(shown)
    if others:
        shown.append(words.plural("{n} more", "{n} more", n=others))
    return ", ".join(shown)


def _player(words: Words, seat: PastSeat) -> str:
    name = called(words, seat.member_id, seat.name)
    if seat.left:
        return words("{name} left", name=name)
    if seat.total is None:
        return name
    return f"{name} {bold(str(seat.total))}" if seat.won else f"{name} {seat.total}"


def _options(words: Words, games: Sequence[PastGame]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=_clipped(words("{id} {game}, {when}", id=game.id, game=name, when=f"{game.ended_at:%Y-%m-%d}")),
            description=_clipped(
                list_of_names(words, [called_plainly(words, seat.member_id, seat.name) for seat in game.seats])
            ),
            value=str(game.id),
        )
        for game in games
        for name in [terms.ruleset_name(words, game.ruleset)]
    ]


def _clipped(text: str) -> str:
    return text if len(text) <= _OPTION_ROOM else text[: _OPTION_ROOM - 1] + "…"


def _leaves(words: Words, games: HistoryPage, choice: Choice, asker: int) -> list[TurnHistory]:
    member, ruleset, page = choice.member, choice.ruleset, choice.page
    newer = TurnHistory("newer", asker, member, ruleset, max(page - 1, 0), label=words("Newer"), off=page == 0)
    older = TurnHistory("older", asker, member, ruleset, page + 1, label=words("Older"), off=not games.more)
    return [newer, older]

"""Time that is up in a game of the club, and what the others then press."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.game import moves
from tests.flows.trouble import behind_the_scenes, rolls, scores

if TYPE_CHECKING:
    import simcord

    from tests.flows.club import Club


async def time_up(club: Club, member: simcord.MemberActor | None = None) -> simcord.MemberActor:
    """The time of that member's turn, or of whose turn it is, is up, and the channel shows it; answer whose it was."""
    stored = await club.game()
    member = await club.current() if member is None else member
    index = stored.game.index_of(member.id)
    assert index is not None
    turn = stored.game.turn_id(index)
    await club.bot.games.dismiss(stored.id, lambda game, _: moves.time_up(game, index, turn))
    await club.bot.channels.bring_up_to_date(stored.id)
    return member


async def leave(club: Club, member: simcord.MemberActor) -> None:
    """The member types /leave and confirms it."""
    question = await member.slash(club.channel, "leave")
    assert question.response is not None
    await club.press(member, "leave", on=question.response.message)


async def remove(club: Club, member: simcord.MemberActor) -> None:
    """The member presses the button that takes a late player out, and confirms it."""
    question = await club.press(member, "remove")
    assert question.response is not None
    await club.press(member, "remove-now", on=question.response.message)


async def let_computers_play(club: Club, *, allowed: bool) -> None:
    """The server's settings about computers."""
    await club.bot.choices.change_server(club.guild.id, computers=allowed)


def text(club: Club) -> str:
    """What the board says."""
    return club.board().embeds[0].description or ""


def footer(club: Club) -> str:
    """What the board tells of the turns before."""
    return club.board().embeds[0].footer.text or ""


async def play_to_the_last_box_together(club: Club) -> simcord.MemberActor:
    """Let everybody fill all cards of a common game, unseen, but one box of the last player's; answer who that is."""
    game = (await club.game()).game
    last = club.member(game.seats[-1].player)
    for seat in game.seats:
        boxes = len(game.rules.boxes) - (seat.player == last.id)
        for _ in range(boxes):
            for move in (rolls, scores):
                await behind_the_scenes(club, club.member(seat.player), move)
    await club.bot.channels.bring_up_to_date((await club.game()).id)
    return last

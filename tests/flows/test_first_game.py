"""One whole game from /play to the final table."""

from tests.flows.club import Club, actions


async def test_two_members_play_to_the_final_table(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht")
    while (stored := await club.bot.games.live_in(club.channel.id)) is not None:
        member = await club.current()
        await club.press(member, "roll")
        await club.hold(member, 0, 1)
        await club.press(member, "roll")
        index = stored.game.current
        assert index is not None
        game = (await club.game()).game
        seat = game.seats[index]
        await club.score(member, game.rules.options(seat.card, seat.turn.dice)[-1].box)
    last = club.messages()[-1]
    assert last.embeds[0].title == "Yacht · final table"
    assert actions(last) == ["cards", "report", "rematch"]


async def test_play_is_refused_where_a_game_is_running(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    answer = await club.ben.slash(club.channel, "play", rules="yahtzee")
    assert answer.ephemeral
    assert answer.response is not None
    assert "open in this channel already" in answer.response.content
    await club.restart()
    await club.press(club.ben, "join")
    assert len((await club.game()).game.seats) == 2

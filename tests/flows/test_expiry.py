"""What time does: lobbies and games that nobody touches, pings, and boards that have grown old."""

from datetime import timedelta

from bot.game import Phase
from tests.flows.club import Club
from tests.flows.trouble import (
    after_a_roll,
    behind_the_scenes,
    live_boards,
    live_through,
    only_board,
    pass_time,
    photo,
    press_photo,
    rolls,
    told,
)

MINUTE = 60
HOUR = 60 * MINUTE


async def test_a_lobby_closes_after_a_day_and_its_channel_is_free(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    lobby = photo(club)
    await pass_time(club, 24 * HOUR - MINUTE)
    await only_board(club)
    await pass_time(club, 2 * MINUTE)
    assert await club.bot.games.live_in(club.channel.id) is None
    assert live_boards(club) == []
    assert "closed without a game" in (club.messages()[-1].embeds[0].description or "")
    assert "over" in told(await press_photo(club, club.ben, lobby, "join"))
    await club.ben.slash(club.channel, "play", rules="yahtzee")
    await only_board(club)


async def test_a_join_does_not_put_off_the_end_of_a_lobby(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    before = (await club.game()).row.deadline
    await pass_time(club, HOUR)
    await club.press(club.ben, "join")
    assert (await club.game()).row.deadline == before


async def test_a_game_that_nobody_touches_ends_after_thirty_days_and_its_channel_is_told(club: Club) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    board = photo(club)
    now = club.env.now()
    await club.bot.scheduler.pass_over(now + timedelta(days=30, seconds=-1))
    await only_board(club)
    await club.bot.scheduler.pass_over(now + timedelta(days=30))
    assert await club.bot.games.live_in(club.channel.id) is None
    assert live_boards(club) == []
    assert club.board().embeds[0].title == "Yacht · not finished"
    assert "nobody had played for a long time" in (club.board().embeds[0].description or "")
    assert "over" in told(await press_photo(club, first, board, "roll"))
    await club.ben.slash(club.channel, "play", rules="yahtzee")
    await only_board(club)


async def test_a_common_game_that_waits_for_members_who_left_the_server_goes_on_without_them(club: Club) -> None:
    await club.start(club.ada, club.ben, club.chitra, rules="yacht", together=True)
    club.guild.remove_member(club.ben)
    await live_through(club, 3 * 24 * HOUR + MINUTE)
    game = await club.game()
    assert [seat.left for seat in game.game.seats] == [False, True, False]
    assert game.game.undecided_seat == 1
    await live_through(club, 24 * HOUR + MINUTE)
    assert "~~ben~~ left" in (club.board().embeds[0].description or "")
    await only_board(club)
    game = await club.game()
    assert game.timing is not None
    assert game.timing.ends >= club.env.now() + timedelta(days=28)
    await pass_time(club, 30 * 24 * HOUR + MINUTE)
    assert await club.bot.games.live_in(club.channel.id) is None


async def test_a_common_game_that_everybody_left_with_the_server_ends(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht", together=True)
    for member in (club.ada, club.ben):
        club.guild.remove_member(member)
    await pass_time(club, 30 * 24 * HOUR + MINUTE)
    assert await club.bot.games.live_in(club.channel.id) is None
    assert live_boards(club) == []


async def test_members_who_cannot_be_looked_up_do_not_keep_a_game_from_its_end(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht", together=True)
    club.guild.remove_member(club.ben)
    club.env.inject_error("GET", "/guilds/*/members/*", status=500, times=2)
    await pass_time(club, 30 * 24 * HOUR + MINUTE)
    assert await club.bot.games.live_in(club.channel.id) is None


async def test_a_move_puts_off_the_end_of_a_game(club: Club) -> None:
    first, _ = await after_a_roll(club, club.ada, club.ben)
    before = (await club.game()).row.deadline
    await pass_time(club, HOUR)
    await club.hold(first, 0)
    assert before is not None
    assert (await club.game()).row.deadline == before + timedelta(hours=1)


async def test_what_fell_due_while_the_bot_was_down_is_closed_and_told_at_the_start(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    stored = await club.game()
    await club.restart(lambda: club.env.backend.clock.advance(25 * HOUR))
    assert (await club.bot.games.load(stored.id)).game.phase is Phase.ABANDONED
    assert live_boards(club) == []
    assert len([message for message in club.messages() if message.embeds]) == 1
    assert "closed without a game" in (club.messages()[-1].embeds[0].description or "")


async def test_an_expired_game_says_so_once(club: Club) -> None:
    await after_a_roll(club, club.ada, club.ben)
    later = club.env.now() + timedelta(days=30)
    await club.bot.scheduler.pass_over(later)
    before = [(message.id, message.edited_at) for message in club.messages()]
    await club.bot.scheduler.pass_over(later)
    await club.restart()
    assert [(message.id, message.edited_at) for message in club.messages()] == before


async def test_who_pressed_within_five_minutes_is_not_pinged(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await pass_time(club, 4 * MINUTE)
    await club.score(first, "choice")
    assert club.board().mentions == []
    assert club.board().content == ""
    assert second is await club.current()


async def test_who_pressed_nothing_for_five_minutes_is_pinged_alone(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben, club.chitra)
    await pass_time(club, 5 * MINUTE + 1)
    await club.score(first, "choice")
    assert club.board().content == f"{second.mention}, it is your turn."
    assert [member.id for member in club.board().mentions] == [second.id]
    assert _allowed(club) == {"parse": [], "users": [second.id]}


async def test_a_refused_press_counts_for_nobody(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await pass_time(club, 5 * MINUTE + 1)
    await club.press(second, "roll")
    await club.score(first, "choice")
    assert [member.id for member in club.board().mentions] == [second.id]


async def test_nobody_is_pinged_twice_for_one_turn(club: Club) -> None:
    first, second = await after_a_roll(club, club.ada, club.ben)
    await pass_time(club, 5 * MINUTE + 1)
    await club.score(first, "choice")
    await pass_time(club, HOUR)
    await club.restart()
    await club.dan.slash(club.channel, "board")
    await club.press(second, "roll")
    pings = [request for request in club.env.http_requests if _pinged(request.json)]
    assert len(pings) == 1


async def test_who_plays_alone_goes_on_in_place_and_is_not_pinged(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    board = club.board().id
    for box in ("choice", "ones"):
        await club.press(club.ada, "roll")
        await pass_time(club, 10 * MINUTE)
        await club.score(club.ada, box)
    assert await only_board(club) == board
    assert len((await club.game()).game.seats[0].card.scores) == 2
    assert not any(_pinged(request.json) for request in club.env.http_requests)


async def test_who_plays_alone_gets_a_new_board_after_three_quarters_of_an_hour(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    board = club.board().id
    await club.press(club.ada, "roll")
    await pass_time(club, 45 * MINUTE)
    await club.score(club.ada, "choice")
    assert await only_board(club) > board
    (line,) = [message for message in club.messages() if message.id == board]
    assert line.content.startswith("**ada**: Choice, ")


async def test_an_undo_of_a_turn_played_in_place_leaves_the_lines_above_alone(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    line = club.board().id
    await club.press(club.ada, "roll")
    await pass_time(club, 45 * MINUTE)
    await club.score(club.ada, "choice")
    await club.press(club.ada, "roll")
    await club.score(club.ada, "ones")
    before = [message.id for message in club.messages()]
    await club.press(club.ada, "undo")
    assert line in before
    assert [message.id for message in club.messages()] == before


async def test_a_first_turn_played_in_place_and_taken_back_keeps_the_message_of_the_start(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    await club.press(club.ada, "roll")
    before = [message.id for message in club.messages()]
    await club.score(club.ada, "choice")
    await club.press(club.ada, "undo")
    assert [message.id for message in club.messages()] == before
    assert len(before) == 2


async def test_a_table_is_edited_while_it_is_young_and_posted_anew_when_it_is_old(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht", together=True)
    table = await only_board(club)
    opened = await club.press(club.ben, "mine")
    assert opened.response is not None
    await pass_time(club, 44 * MINUTE)
    await press_photo(club, club.ben, photo(club, opened.response.message), "roll")
    await press_photo(club, club.ben, photo(club, opened.response.message), "score", values=("ones",))
    assert await only_board(club) == table
    await pass_time(club, 2 * MINUTE)
    await press_photo(club, club.ben, photo(club, opened.response.message), "roll")
    await press_photo(club, club.ben, photo(club, opened.response.message), "score", values=("twos",))
    assert await only_board(club) > table
    assert not any(message.id == table for message in club.messages())


async def test_a_die_held_in_private_does_not_bring_an_old_table_back(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht", together=True)
    table = await only_board(club)
    opened = await club.press(club.ben, "mine")
    assert opened.response is not None
    await press_photo(club, club.ben, photo(club, opened.response.message), "roll")
    await pass_time(club, 46 * MINUTE)
    await press_photo(club, club.ben, photo(club, opened.response.message), "hold", ":0")
    await pass_time(club, 11 * MINUTE)
    assert await only_board(club) == table


async def test_a_roll_in_private_leaves_the_table_as_it_is(club: Club) -> None:
    await club.start(club.ada, club.ben, rules="yacht", together=True)
    opened = await club.press(club.ben, "mine")
    assert opened.response is not None
    before = len(club.env.http_requests)
    await press_photo(club, club.ben, photo(club, opened.response.message), "roll")
    assert [request.method for request in club.env.http_requests[before:]] == ["POST"]
    await only_board(club)


async def test_after_ten_minutes_without_the_host_any_seat_may_start(club: Club) -> None:
    await club.ada.slash(club.channel, "play", rules="yacht")
    await club.press(club.ben, "join")
    await pass_time(club, 9 * MINUTE)
    assert "Only ada, the host" in told(await club.press(club.ben, "start"))
    await pass_time(club, 2 * MINUTE)
    assert "have not joined yet" in told(await club.press(club.dan, "start"))
    await club.press(club.ben, "start")
    assert (await club.game()).game.phase is Phase.PLAYING


async def test_a_sweep_that_finds_everything_shown_sends_nothing(club: Club) -> None:
    await after_a_roll(club, club.ada, club.ben)
    before = len(club.env.http_requests)
    await pass_time(club, HOUR)
    await pass_time(club, HOUR)
    assert len(club.env.http_requests) == before


async def test_a_roll_that_was_not_shown_is_shown_by_the_sweep(club: Club) -> None:
    await club.start(club.ada, rules="yacht")
    await behind_the_scenes(club, club.ada, rolls)
    await pass_time(club, 11 * MINUTE)
    await only_board(club)
    assert "roll 1 of 3" in (club.board().embeds[0].description or "")


def _pinged(body: object) -> bool:
    return isinstance(body, dict) and bool((body.get("allowed_mentions") or {}).get("users"))


def _allowed(club: Club) -> object:
    sends = [request for request in club.env.http_requests if request.path == f"/channels/{club.channel.id}/messages"]
    body = sends[-1].json
    assert isinstance(body, dict)
    return body["allowed_mentions"]

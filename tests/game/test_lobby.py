"""Opening, joining, leaving and starting."""

import pytest

from bot.game import MAX_SEATS, Order, Phase, moves
from bot.game.events import Ended, Joined, Left, Opened, Started
from bot.game.refusals import AlreadyJoined, LobbyFull, NotInGame, OnlyTheHost
from tests.game.builders import ADA, BEN, CAL, STRANGER, Script, faces, join_id, lobby


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("duplicate", [False, True])
def test_a_lobby_opens_with_its_host_seated(order: Order, duplicate: bool) -> None:
    opening = moves.open_lobby("yahtzee", ADA, 5, order=order, duplicate=duplicate)

    game = opening.game
    assert opening.events == (Opened("yahtzee", order, duplicate, ADA, 5),)
    assert (game.ruleset, game.order, game.duplicate) == ("yahtzee", order, duplicate)
    assert (game.phase, game.host, game.current) == (Phase.LOBBY, ADA, None)
    assert [(seat.player, seat.join) for seat in game.seats] == [(ADA, 5)]


def test_joining_takes_the_next_seat() -> None:
    joining = moves.join(lobby(2), CAL, 77)

    assert joining.events == (Joined(CAL, 77),)
    assert [(seat.player, seat.join) for seat in joining.game.seats] == [
        (ADA, join_id(ADA)),
        (BEN, join_id(BEN)),
        (CAL, 77),
    ]


def test_ten_may_sit_down_and_an_eleventh_is_refused() -> None:
    full = lobby(10)

    with pytest.raises(LobbyFull) as refused:
        moves.join(full, STRANGER, 1)
    assert (len(full.seats), refused.value.seats, MAX_SEATS) == (10, 10, 10)


def test_a_seat_given_up_in_a_full_lobby_may_be_taken() -> None:
    left = moves.leave(lobby(10), BEN).game

    assert moves.join(left, STRANGER, 1).game.index_of(STRANGER) == 9


@pytest.mark.parametrize("seats", [2, 10])
def test_joining_twice_is_refused_even_where_the_lobby_is_full(seats: int) -> None:
    with pytest.raises(AlreadyJoined):
        moves.join(lobby(seats), BEN, 1)


def test_leaving_the_lobby_closes_the_gap() -> None:
    leaving = moves.leave(lobby(3), BEN)

    assert leaving.events == (Left(BEN),)
    assert [seat.player for seat in leaving.game.seats] == [ADA, CAL]
    assert (leaving.game.phase, leaving.game.host) == (Phase.LOBBY, ADA)


def test_who_left_the_lobby_may_come_back_at_the_end_of_the_row() -> None:
    game = moves.join(moves.leave(lobby(3), ADA).game, ADA, 8).game

    assert [(seat.player, seat.join) for seat in game.seats][-1] == (ADA, 8)
    assert game.host == BEN


def test_the_host_leaving_the_lobby_hands_it_to_the_first_seat() -> None:
    assert moves.leave(lobby(3), ADA).game.host == BEN


def test_the_last_one_to_leave_a_lobby_closes_it() -> None:
    leaving = moves.leave(lobby(1), ADA)

    assert leaving.events == (Left(ADA), Ended(Phase.ABANDONED, ADA))
    assert leaving.game.phase is Phase.ABANDONED
    assert leaving.game.places() == leaving.game.winners() == ()


@pytest.mark.parametrize("player", [ADA, BEN])
def test_leaving_by_the_lobby_is_leaving(player: int) -> None:
    assert moves.leave_lobby(lobby(3), player) == moves.leave(lobby(3), player)


@pytest.mark.parametrize(("player", "may_manage"), [(ADA, False), (STRANGER, True)])
def test_cancelling_the_lobby_abandons_it(player: int, may_manage: bool) -> None:
    cancelling = moves.cancel_lobby(lobby(3), player, may_manage=may_manage)

    assert cancelling.events == (Ended(Phase.ABANDONED, player),)
    assert cancelling.game.phase is Phase.ABANDONED


def test_the_highest_sum_starts() -> None:
    starting = moves.start(lobby(3), ADA, Script("11111", "12345", "22222"))

    row = ((0, faces("11111")), (1, faces("12345")), (2, faces("22222")))
    assert starting.events == (Started((row,), 1),)
    assert (starting.game.phase, starting.game.current) == (Phase.PLAYING, 1)


def test_only_those_tied_at_the_top_roll_again_until_one_leads() -> None:
    dice = Script("55433", "11111", "65432", "33455", "65423", "11112", "56432", "66661", "66662")

    starting = moves.start(lobby(4), ADA, dice)

    assert dice.asked == [(0, 1), (1, 1), (2, 1), (3, 1), (0, 2), (2, 2), (3, 2), (0, 3), (3, 3)]
    assert starting.game.current == 3
    assert starting.events == (
        Started(
            (
                ((0, faces("55433")), (1, faces("11111")), (2, faces("65432")), (3, faces("33455"))),
                ((0, faces("65423")), (2, faces("11112")), (3, faces("56432"))),
                ((0, faces("66661")), (3, faces("66662"))),
            ),
            3,
        ),
    )


def test_a_tie_below_the_top_is_not_rolled_again() -> None:
    dice = Script("11111", "11111", "22222")

    assert moves.start(lobby(3), ADA, dice).game.current == 2
    assert dice.rolls == []


def test_who_plays_alone_starts_without_a_roll_off() -> None:
    starting = moves.start(lobby(1), ADA, Script())

    assert starting.events == (Started((), 0),)
    assert starting.game.current == 0


def test_together_nobody_starts_and_nobody_rolls_off() -> None:
    starting = moves.start(lobby(3, order=Order.TOGETHER), ADA, Script())

    assert starting.events == (Started((), None),)
    assert (starting.game.phase, starting.game.current) == (Phase.PLAYING, None)
    assert all(starting.game.may_act(seat) for seat in range(3))


def test_only_the_host_starts() -> None:
    with pytest.raises(OnlyTheHost) as refused:
        moves.start(lobby(3), BEN, Script("11111", "22222", "33333"))
    assert refused.value.host == ADA


def test_any_seat_starts_while_the_host_is_away() -> None:
    started = moves.start(lobby(2), BEN, Script("11111", "22222"), host_away=True).game

    assert (started.phase, started.host) == (Phase.PLAYING, ADA)


def test_a_spectator_starts_nothing_even_while_the_host_is_away() -> None:
    with pytest.raises(NotInGame):
        moves.start(lobby(2), STRANGER, Script(), host_away=True)


def test_who_was_handed_the_lobby_starts_it() -> None:
    handed = moves.leave(lobby(2), ADA).game

    assert moves.start(handed, BEN, Script()).game.phase is Phase.PLAYING


def test_nobody_may_act_in_a_lobby() -> None:
    assert not any(lobby(2).may_act(seat) for seat in (0, 1))

"""Computers that the host adds to a lobby, and hints."""

import pytest

from bot.game import MAX_SEATS, FairDice, Game, Order, Phase, Transition, fold, is_computer, moves
from bot.game.computers import play_on
from bot.game.events import ComputerJoined, Ended, HintsSet, Left, Rolled, Scored, Started
from bot.game.refusals import AlreadyDecided, NothingToUndo
from tests.game.builders import (
    ADA,
    BEN,
    COMPUTERS,
    FIRST,
    SECOND,
    THIRD,
    Script,
    lobby,
    rolled,
    scoring,
    with_computers,
    with_open,
)


def against(*levels: str, people: int = 1, order: Order = Order.TURNS, starter: int = 0) -> Game:
    """A game of ADA, BEN, … and computers, just started; in order `turns` the seat `starter` won the roll-off."""
    seats = people + len(levels)
    off = Script(*("66666" if seat == starter else "11111" for seat in range(seats)))
    return moves.start(with_computers(lobby(people, order=order), *levels), ADA, off).game


def test_a_computer_takes_the_next_seat_of_a_lobby() -> None:
    adding = moves.add_computer(lobby(2), ADA, "admiral", 8000)

    assert adding.events == (ComputerJoined("admiral", FIRST, 8000),)
    assert [(seat.player, seat.join, seat.level, seat.left) for seat in adding.game.seats][2] == (
        FIRST,
        8000,
        "admiral",
        False,
    )
    assert (adding.game.host, adding.game.people, adding.game.present(2)) == (ADA, 2, False)


def test_a_lobby_opens_with_the_computers_and_the_choice_of_a_game_before() -> None:
    opening = moves.open_lobby(
        "yacht", ADA, 5, order=Order.TURNS, duplicate=False, computers=("admiral", "deckhand"), hints=False
    )

    assert opening.events[1:] == (
        ComputerJoined("admiral", FIRST, 5),
        ComputerJoined("deckhand", SECOND, 5),
        HintsSet(False),
    )
    assert opening.game == fold(opening.events)


def test_computers_of_one_level_have_ids_of_their_own() -> None:
    game = with_computers(lobby(1), "deckhand", "deckhand", "deckhand")

    assert [seat.player for seat in game.seats[1:]] == [FIRST, SECOND, THIRD]


def test_the_id_of_a_computer_that_stays_is_not_given_again() -> None:
    game = moves.dismiss_computer(with_computers(lobby(1), "deckhand", "deckhand"), ADA, FIRST).game

    assert [seat.player for seat in with_computers(game, "skipper").seats] == [ADA, SECOND, THIRD]


@pytest.mark.parametrize(
    ("player", "computer"), [(FIRST, True), (THIRD, True), (ADA, False), (-1, False), (-10, False), (-999_999, False)]
)
def test_members_and_former_players_are_no_computers(player: int, computer: bool) -> None:
    assert is_computer(player) is computer


def test_computers_and_members_fill_ten_seats() -> None:
    assert len(with_computers(lobby(2), *["deckhand"] * 8).seats) == MAX_SEATS == 10


def test_the_host_sends_a_computer_away() -> None:
    dismissing = moves.dismiss_computer(with_computers(lobby(2), "deckhand", "admiral"), ADA, FIRST)

    assert dismissing.events == (Left(FIRST),)
    assert [(seat.player, seat.level) for seat in dismissing.game.seats] == [
        (ADA, None),
        (BEN, None),
        (SECOND, "admiral"),
    ]


def test_the_host_leaving_hands_the_lobby_to_a_member_and_not_to_a_computer() -> None:
    game = moves.join(with_computers(lobby(1), "deckhand"), BEN, 1).game

    assert moves.leave(game, ADA).game.host == BEN


def test_the_host_leaving_hands_the_game_to_a_member_and_not_to_a_computer() -> None:
    game = moves.join(with_computers(lobby(1), "deckhand"), BEN, 1).game
    game = moves.start(game, ADA, Script("11111", "11112", "66666")).game

    assert moves.leave(game, ADA).game.host == BEN


def test_a_lobby_that_only_computers_are_left_in_is_over() -> None:
    leaving = moves.leave(with_computers(lobby(1), "deckhand"), ADA)

    assert leaving.events == (Left(ADA), Ended(Phase.ABANDONED, ADA))


@pytest.mark.parametrize("order", Order)
def test_a_game_that_only_computers_are_left_in_is_over(order: Order) -> None:
    leaving = moves.leave(against("hasty", order=order), ADA)

    assert leaving.events == (Left(ADA), Ended(Phase.ABANDONED, ADA))


def test_nobody_is_asked_about_a_member_whom_only_computers_could_be_asked_about() -> None:
    game = moves.leave(against("hasty", people=2), BEN).game

    assert (game.seats[1].undecided, game.live) == (True, True)
    assert moves.leave(game, ADA).game.phase is Phase.ABANDONED


def test_computers_roll_off_as_everybody_and_who_wins_begins() -> None:
    dice = Script("11111", "66666", "55555")
    starting = moves.start(with_computers(lobby(1), "hasty", "hasty"), ADA, dice)

    assert dice.asked == [(0, 1), (1, 1), (2, 1)]
    assert starting.game.current == 1


def test_computers_that_begin_have_played_when_a_member_may_act() -> None:
    starting = moves.start(with_computers(lobby(1), "hasty", "hasty"), ADA, Script("11111", "66666", "55555"))
    played = play_on(starting, Script("54321", "32211"), COMPUTERS)

    assert played.events[1:] == (
        Rolled(1, (), (5, 4, 3, 2, 1)),
        Scored(1, "ones", 1, 0),
        Rolled(2, (), (3, 2, 2, 1, 1)),
        Scored(2, "ones", 2, 0),
    )
    assert played.game.current == 0


def test_computers_play_together_with_their_member_and_fill_their_cards_at_once() -> None:
    game = against("hasty", order=Order.TOGETHER)
    dice = FairDice.of(bytes(32), [seat.join for seat in game.seats], duplicate=False)

    played = play_on(Transition(game), dice, COMPUTERS).game

    assert [len(seat.card.scores) for seat in played.seats] == [0, 12]
    assert (played.live, played.may_act(0)) == (True, True)


def test_a_box_choice_may_not_be_taken_back_once_a_computer_has_rolled() -> None:
    game = rolled(against("hasty"), ADA, "12345")
    played = play_on(scoring(game, ADA, "ones"), Script("54321"), COMPUTERS).game

    assert played.seats[0].undoable is None
    with pytest.raises(NothingToUndo):
        moves.undo(played, ADA)


def test_a_computer_may_win() -> None:
    game = with_open(with_open(against("hasty"), ADA, ("ones",)), FIRST, ("sixes",), fives=20)

    finished = play_on(scoring(rolled(game, ADA, "12345"), ADA, "ones"), Script("66666"), COMPUTERS).game

    assert finished.phase is Phase.FINISHED
    assert (finished.places(), finished.winners()) == ((2, 1), (1,))


@pytest.mark.parametrize(
    ("game", "rated"),
    [
        (against(people=2), True),
        (against("hasty", people=2), False),
        (against("hasty"), False),
        (against(), False),
        (moves.start(lobby(2), ADA, Script("11111", "66666"), hints=True).game, False),
    ],
)
def test_games_with_computers_or_hints_are_not_rated(game: Game, rated: bool) -> None:
    assert game.rated is rated


def test_the_host_chooses_hints_and_may_think_again() -> None:
    choosing = moves.set_hints(lobby(2), ADA, True)

    assert choosing.events == (HintsSet(True),)
    assert [lobby(2).hints, choosing.game.hints, moves.set_hints(choosing.game, ADA, False).game.hints] == [
        None,
        True,
        False,
    ]


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("hints", [True, False])
def test_a_game_starts_with_hints_or_without(order: Order, hints: bool) -> None:
    starting = moves.start(lobby(1, order=order), ADA, Script(), hints=hints)

    assert isinstance(starting.events[0], Started)
    assert starting.events[0].hints is starting.game.hints is hints


@pytest.mark.parametrize("order", Order)
def test_no_time_is_up_where_only_computers_wait(order: Order) -> None:
    with pytest.raises(AlreadyDecided):
        moves.time_up(against("hasty", order=order), 0, 1)

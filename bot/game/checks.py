"""What moves ask before anything happens. Each check raises the refusal when the answer is no."""

from bot.game import refusals as no
from bot.game.model import MAX_SEATS, Game, Moment, Phase


def live(game: Game) -> None:
    """Is it not over?"""
    if not game.live:
        raise no.GameOver


def in_lobby(game: Game) -> None:
    """Is it not over, and not started?"""
    live(game)
    if game.phase is not Phase.LOBBY:
        raise no.NotInLobby


def hosting(game: Game, player: int) -> None:
    """Is it not over, not started, and the member its host?"""
    in_lobby(game)
    if game.index_of(player) is None:
        raise no.NotInGame
    if player != game.host:
        raise no.OnlyTheHost(game.host)


def seat_free(game: Game) -> None:
    """Has the lobby a free seat?"""
    if len(game.seats) >= MAX_SEATS:
        raise no.LobbyFull(MAX_SEATS)


def playing(game: Game) -> None:
    """Is it being played?"""
    live(game)
    if game.phase is not Phase.PLAYING:
        raise no.NotStarted


def seated(game: Game, player: int) -> int:
    """The seat of a member who is in the game."""
    index = game.index_of(player)
    if index is None:
        raise no.NotInGame
    if game.seats[index].left:
        raise no.HasLeft(game.seats[index].undecided)
    return index


def acting(game: Game, player: int, moment: Moment) -> int:
    """The seat of a member who may act on a board that shows `moment`."""
    playing(game)
    shown = game.seat_of_turn(moment.turn)
    if not game.may_act(shown) or game.moment(shown) != moment:
        raise no.StaleBoard
    index = seated(game, player)
    if index != shown:
        raise no.NotYourTurn(shown)
    return index


def about_late(game: Game, player: int | None, turn_id: int) -> tuple[int, int | None]:
    """The late seat whose turn that is, and the seat of the member who decides about it."""
    playing(game)
    index = game.seat_of_turn(turn_id)
    if not game.seats[index].late or game.turn_id(index) != turn_id:
        raise no.AlreadyDecided
    return index, _decider(game, player, index)


def about_undecided(game: Game, player: int | None, index: int) -> int | None:
    """The seat of the member who decides about the seat that was left."""
    playing(game)
    if index >= len(game.seats) or not game.seats[index].undecided:
        raise no.AlreadyDecided
    return _decider(game, player, index)


def _decider(game: Game, player: int | None, about: int) -> int | None:
    if player is None:
        return None
    by = seated(game, player)
    if by == about:
        raise no.OthersDecide
    return by

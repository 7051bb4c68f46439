"""In which games hints may be asked for: what the host chose, within what the server allows; and when, and by whom."""

from bot.choices import HintsAllowed
from bot.game import Game, Moment, checks
from bot.game.refusals import HintsOff, NothingToAdvise


def may_choose(setting: HintsAllowed, game: Game) -> bool:
    """Whether the server leaves the host of this lobby a choice."""
    return setting is HintsAllowed.ALWAYS or (setting is HintsAllowed.SOLO and game.people == 1)


def hints_on(setting: HintsAllowed, game: Game) -> bool:
    """Whether a lobby would start with hints: with one person by default, with more where the host turned them on."""
    if not may_choose(setting, game):
        return False
    return game.people == 1 if game.hints is None else game.hints


def chosen_in(game: Game) -> bool | None:
    """What the host of a game that has started chose, for a rematch; None where it had hints or not by default."""
    return None if bool(game.hints) == (game.people == 1) else game.hints


def asking(game: Game, player: int, moment: Moment) -> int:
    """The seat of a member who may ask for a hint on a board that shows `moment`; raises a refusal."""
    index = checks.acting(game, player, moment)
    if not game.hints:
        raise HintsOff
    if not moment.roll:
        raise NothingToAdvise
    return index

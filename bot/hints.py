"""In which games hints may be asked for: what the host chose, within what the server allows."""

from bot.game import Game


def may_choose(setting: str, game: Game) -> bool:
    """Whether the server (GuildSettings.hints) leaves the host of this lobby a choice."""
    return setting == "always" or (setting == "solo" and game.people == 1)


def hints_on(setting: str, game: Game) -> bool:
    """Whether a lobby would start with hints: with one person by default, with more where the host turned them on."""
    if not may_choose(setting, game):
        return False
    return game.people == 1 if game.hints is None else game.hints


def chosen_in(game: Game) -> bool | None:
    """What the host of a game that has started chose, for a rematch; None where it had hints or not by default."""
    return None if bool(game.hints) == (game.people == 1) else game.hints

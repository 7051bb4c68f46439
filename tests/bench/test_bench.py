"""The measurements run and make sense; how fast anything is, no test says."""

from pathlib import Path

from tests.bench import presses, starts
from tests.bench.__main__ import press_table, start_table
from tests.bench.figures import Spread, percentile


def test_percentile_is_one_of_the_values() -> None:
    values = [n * 1_000_000 for n in range(1, 101)]
    assert (percentile(values, 0.5), percentile(values, 0.99)) == (50, 99)
    assert Spread.of([7_000_000]) == Spread(7, 7)


async def test_every_press_is_measured_beside_one_that_is_only_answered(tmp_path: Path) -> None:
    samples = await presses.measure(tmp_path, games=2, turns=5)
    assert {kind: len(each.bot) for kind, each in samples.items()} == {"hold": 30, "roll": 30, "score": 10}
    for each in samples.values():
        assert len(each.bare) == len(each.commit) == len(each.bare_commit) == len(each.bot)
        assert all(0 < commit < bot for commit, bot in zip(each.commit, each.bot, strict=True))
    assert "hold   ×30 " in press_table(samples)


async def test_starts_of_both_bots_are_measured(tmp_path: Path) -> None:
    bot, bare = await starts.measure(tmp_path, times=1, warm_up=False)
    for each in (bot, bare):
        assert 0 < each.identified[0] <= each.ready[0]
    assert "MiB" in start_table(bot, bare)

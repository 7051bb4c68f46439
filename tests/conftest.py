"""Fixtures for every test."""

pytest_plugins = ["tests.postgres", "tests.databases", "tests.solved", "tests.in_play"]

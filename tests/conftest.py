"""Fixtures for every test."""

pytest_plugins = ["tests.postgres", "tests.databases", "tests.solved"]

"""Yacht Club: the dice games Yacht and Yahtzee in a Discord channel."""

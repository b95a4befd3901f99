"""Matches and training data of Branán on many machines, by Ray."""

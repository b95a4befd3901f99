"""Matches and training data for Branán on many machines, with Ray."""

"""A small AlphaZero for tafl games, as a baseline."""

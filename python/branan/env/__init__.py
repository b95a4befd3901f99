"""Environments for learning.

- `branan.env.tafl_v0`: PettingZoo, both sides;
- `branan.env.level_v0`: Gymnasium, one side against a level of the engine;
- `branan.env.openspiel`: OpenSpiel, the game `python_tafl` and the engine as a bot;
- `branan.BatchedGame`: thousands of games in one call, without any of these libraries.

All have the same observations (`Game.planes`) and the same actions (`Game.action`).
"""

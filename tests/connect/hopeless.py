"""An engine of the UCI-style protocol that sees itself lost and plays two moves of the attackers."""

import os
import sys

# It must not know the password of its bot.
assert "BRANAN_PASSWORD" not in os.environ
moves = ["d1d3", "d11d10"]
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "uci":
        print("id name hopeless\noption name UCI_Variant type string default x\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        print("info depth 1 score cp -2000\nbestmove", moves.pop(0), flush=True)
    elif word == "quit":
        break

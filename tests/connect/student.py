"""A player of the Tablut competition as students write them: python3 student.py ROLE SECONDS HOST [PORT] [WORD …]

Plays a random legal move. Words: "error" sends an illegal move first, "late" thinks too long once,
"garbage" sends no JSON, "length" a message that cannot be, "leave" goes away after its first move.
"""

import json
import random
import socket
import struct
import sys
import time

CAMPS = {(r, c) for a, b in [(0, 3), (0, 4), (0, 5), (1, 4)] for r, c in [(a, b), (b, a), (8 - a, b), (b, 8 - a)]}
role, seconds, host = sys.argv[1].upper(), float(sys.argv[2]), sys.argv[3]
port = int(sys.argv[4]) if len(sys.argv) > 4 else {"WHITE": 5800, "BLACK": 5801}[role]
words = sys.argv[5:]
server = socket.create_connection((host, port))


def send(text):
    # Length and text in two writes, as most players do.
    server.sendall(struct.pack(">i", len(text.encode())))
    server.sendall(text.encode())


def receive():
    head = server.recv(4, socket.MSG_WAITALL)
    if len(head) < 4:
        return None
    # The helper of the competition reads the text with a single call.
    return json.loads(server.recv(struct.unpack(">i", head)[0]))


def moves(board):
    own = {"WHITE": ("WHITE", "KING"), "BLACK": ("BLACK",)}[role]
    for r in range(9):
        for c in range(9):
            if board[r][c] not in own:
                continue
            for dr, dc in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                y, x = r + dr, c + dc
                while 0 <= y < 9 and 0 <= x < 9 and board[y][x] == "EMPTY":
                    if (y, x) in CAMPS and (r, c) not in CAMPS:
                        break
                    yield "abcdefghi"[c] + str(r + 1), "abcdefghi"[x] + str(y + 1)
                    y, x = y + dr, x + dc


send("Student" if role == "WHITE" else json.dumps("student"))
random.seed(role)
print("player of", role, flush=True)
while (state := receive()) is not None:
    print(state["turn"], "." * 2000, flush=True)
    if state["turn"] not in ("WHITE", "BLACK"):
        break
    if state["turn"] != role:
        continue
    if "error" in words:
        words.remove("error")
        send(json.dumps({"from": "e5", "to": "a1", "turn": role}))
        continue
    if "late" in words:
        time.sleep(seconds + 2)
    if "garbage" in words:
        send("Turn: W Pawn from e4 to b4")
        continue
    if "length" in words:
        server.sendall(struct.pack(">i", -1))
        continue
    options = list(moves(state["board"]))
    if not options:
        continue
    start, end = random.choice(options)
    send(json.dumps({"from": start.upper(), "to": end, "turn": role}))
    if "leave" in words:
        break

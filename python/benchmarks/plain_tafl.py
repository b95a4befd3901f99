"""Brandubh as it is written in many a student's project: lists of lists, and no tricks.

`speed.py` compares the package with it. It plays the rules that random games need: movement, custodial
capture with hostile corners and throne, the king's capture and escape.
"""

from __future__ import annotations

START = ["...A...", "...A...", "...D...", "AADKDAA", "...D...", "...A...", "...A..."]
LINES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
Step = tuple[tuple[int, int], tuple[int, int]]


class PlainGame:
    """A game of Brandubh."""

    def __init__(self) -> None:
        self.board = [list(row) for row in START]
        self.size = len(self.board)
        self.throne = (self.size // 2, self.size // 2)
        self.corners = {(rank, file) for rank in (0, self.size - 1) for file in (0, self.size - 1)}
        self.attackers_to_move = True
        self.winner: str | None = None

    def inside(self, rank: int, file: int) -> bool:
        return 0 <= rank < self.size and 0 <= file < self.size

    def mine(self) -> str:
        return "A" if self.attackers_to_move else "DK"

    def legal_moves(self) -> list[Step]:
        moves = []
        for rank in range(self.size):
            for file in range(self.size):
                if self.board[rank][file] not in self.mine():
                    continue
                king = self.board[rank][file] == "K"
                for along, across in LINES:
                    to = (rank + along, file + across)
                    while self.inside(*to) and self.board[to[0]][to[1]] == ".":
                        if king or (to not in self.corners and to != self.throne):
                            moves.append(((rank, file), to))
                        to = (to[0] + along, to[1] + across)
        return moves

    def hostile(self, rank: int, file: int) -> bool:
        if (rank, file) in self.corners:
            return True
        if (rank, file) == self.throne and self.board[rank][file] == ".":
            return True
        return self.board[rank][file] in self.mine()

    def play(self, move: Step) -> None:
        (rank, file), (to_rank, to_file) = move
        piece = self.board[rank][file]
        self.board[rank][file] = "."
        self.board[to_rank][to_file] = piece
        if piece == "K" and (to_rank, to_file) in self.corners:
            self.winner = "defenders"
        enemies = "DK" if self.attackers_to_move else "A"
        for along, across in LINES:
            near = (to_rank + along, to_file + across)
            far = (near[0] + along, near[1] + across)
            if not self.inside(*near) or self.board[near[0]][near[1]] not in enemies:
                continue
            if self.board[near[0]][near[1]] == "K":
                self.take_king(*near)
            elif self.inside(*far) and self.hostile(*far):
                self.board[near[0]][near[1]] = "."
        self.attackers_to_move = not self.attackers_to_move

    def take_king(self, rank: int, file: int) -> None:
        around = [(rank + along, file + across) for along, across in LINES]
        beside_throne = (rank, file) == self.throne or self.throne in around
        if beside_throne:
            taken = all(self.board[r][f] == "A" or (r, f) == self.throne for r, f in around)
        else:
            held = [self.inside(r, f) and self.hostile(r, f) for r, f in around]
            taken = (held[0] and held[1]) or (held[2] and held[3])
        if taken:
            self.winner = "attackers"

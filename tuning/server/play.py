"""Two bots on the real server, with kills; called by `play`, which describes it."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

folder, branan, games = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
tournament = "--tournament" in sys.argv
kill_every = float(os.environ.get("KILL", "45"))
limit = float(os.environ.get("LIMIT", "3000"))
work = folder / "run"
work.mkdir(exist_ok=True)
for old in work.glob("*"):
    if old.is_file():
        old.unlink()
data = work / "data"
subprocess.run(["rm", "-rf", str(data)], check=True)
PORT = 49152

OFFERS = """
games = 3
tournaments = true
greeting = "Good luck"
[[offer]]
board = 7
time = "8+2"
[[offer]]
board = 11
time = "8+2"
[[offer]]
board = 13
time = "8+2"
"""
JOIN = """
games = 3
tournaments = true
join = true
ponder = true
[accept]
time = [1, 86400]
"""


def start_server():
    env = dict(os.environ, XDG_DATA_HOME=str(data), HOME=str(work))
    log = open(work / "server.log", "a")
    server = subprocess.Popen([str(folder / "bin/hnefatafl-server")], env=env, stderr=log, stdout=log)
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", PORT)).close()
            return server
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the server does not start")


def start_bot(name, policy):
    (work / f"{name}.toml").write_text(policy)
    out = open(work / f"{name}.out", "a")
    args = ["connect", "hnefatafl.org", "--host", "127.0.0.1", "--account", name, "--create"]
    args += ["--policy", str(work / f"{name}.toml"), "--record", str(work / f"{name}.txt")]
    args += ["--log", str(work / f"{name}.log"), "--threads", "1", "--hash", "16"]
    args += os.environ.get("LEVEL", "--level 8").split()
    env = dict(os.environ, BRANAN_PASSWORD="pw")
    return subprocess.Popen([branan, *args], stdout=out, stderr=out, env=env)


class Line:
    """A bare connection."""

    def __init__(self):
        self.socket = socket.create_connection(("127.0.0.1", PORT))
        self.socket.settimeout(60)
        self.file = self.socket.makefile("rb")

    def send(self, text):
        self.socket.sendall(text.encode() + b"\n")

    def wait(self, start):
        while True:
            line = self.file.readline()
            if not line:
                raise SystemExit(f"no {start}")
            if line.startswith(start.encode()):
                return line.decode().strip()


def archive(path):
    """The server's archive, into a file."""
    line = Line()
    line.send("32d9a140 create_account judge pw")
    line.wait("= login")
    line.send("archived_games")
    count = int(line.wait("= archived_games").split()[-1])
    path.write_bytes(line.file.read(count))
    line.socket.close()


def played(name):
    path = work / f"{name}.txt"
    return path.read_text().count("[Result ") if path.exists() else 0


server = start_server()
bots = {"one": start_bot("one", OFFERS), "two": start_bot("two", JOIN)}
begin = last_kill = time.time()
kills, cuts = 0, 0
try:
    while min(played("one"), played("two")) < games and time.time() - begin < limit:
        time.sleep(1)
        for name, bot in bots.items():
            if bot.poll() is not None:
                raise SystemExit(f"{name} has ended: {bot.returncode}")
        if kill_every and time.time() - last_kill > kill_every:
            last_kill = time.time()
            # In turn: the client is killed, or its connection.
            if (kills + cuts) % 2 == 0:
                bots["two"].send_signal(signal.SIGKILL)
                bots["two"].wait()
                kills += 1
                time.sleep(1)
                bots["two"] = start_bot("two", JOIN)
            else:
                cuts += 1
                subprocess.run(["ss", "-K", "dport", "=", str(PORT)], capture_output=True)
    if tournament:
        # A tournament's administrator is named in the data of the stopped server.
        boss = Line()
        boss.send("32d9a140 create_account boss pw")
        boss.wait("= login")
        boss.socket.close()
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=60)
        users = data / "hnefatafl-copenhagen" / "users.ron"
        text = users.read_text()
        text, changed = re.subn(r"admins_tournament:\s*[\[{][^\]}]*[\]}]", lambda m: m[0].split(":")[0] + ': ["boss"]' if "[" in m[0] else m[0].split(":")[0] + ': {"boss"}', text)
        print("administrators changed:", changed)
        users.write_text(text)
        server = start_server()
        boss = Line()
        boss.send("32d9a140 login boss pw")
        boss.wait("= login")
        # The bots come back and join.
        time.sleep(40)
        for command in ("tournament_time Timed((add_seconds:2,milliseconds_left:8000))",
                        "tournament_date 2026-01-01T00:00:00Z", "tournament_start"):
            boss.send(command)
            time.sleep(1)
        end = time.time() + 400
        # The server doubles the time for two players.
        rounds = lambda name: (work / f"{name}.txt").read_text().count('[AttackersTimeControl "16+4"]')
        while min(rounds("one"), rounds("two")) < 2 and time.time() < end:
            time.sleep(1)
        print("tournament games:", rounds("one"), rounds("two"))
    for bot in bots.values():
        bot.send_signal(signal.SIGTERM)
    for name, bot in bots.items():
        print(name, "ends with", bot.wait(timeout=600))
    archive(folder / "run" / "archive.postcard")
finally:
    for process in [*bots.values(), server]:
        if process.poll() is None:
            process.kill()

print(f"{time.time() - begin:.0f} s, {kills} clients killed, {cuts} connections cut")
subprocess.run([branan, "convert", str(work / "archive.postcard"), str(work / "archive.txt")], check=False)
ids = {}
for name in ("archive", "one", "two"):
    path = work / f"{name}.txt"
    text = path.read_text() if path.exists() else ""
    for block in re.split(r"\n(?=\[Event )", "\n" + text):
        tags = dict(re.findall(r'^\[(\S+) "(.*)"\]$', block, re.M))
        number = tags.get("archive:id") or tags.get("hnefatafl-org:id")
        if number:
            moves = re.findall(r"\b[a-m]\d+-[a-m]\d+\S*", re.sub(r"\{[^}]*\}", "", block))
            ids.setdefault(number, {})[name] = (tags["Result"], tags.get("Termination"), len(moves), tags.get("Variant"))
agree = 0
for number, found in sorted(ids.items(), key=lambda item: int(item[0])):
    results = {entry[0] for entry in found.values()}
    lengths = {entry[2] for entry in found.values()}
    if len(found) == 3 and len(results) == 1 and len(lengths) == 1:
        agree += 1
    else:
        print("game", number, found)
print(f"{len(ids)} games, {agree} with the same result and length in the archive and both records")
boards = {}
endings = {}
for found in ids.values():
    entry = found.get("archive")
    if entry:
        boards[entry[3]] = boards.get(entry[3], 0) + 1
        endings[entry[1]] = endings.get(entry[1], 0) + 1
print(boards, endings)
for name in ("one", "two"):
    lines = (work / f"{name}.out").read_text().splitlines()
    print(name, "strange lines:", sum("departs" in line or "fails" in line or "refuses" in line for line in lines))
    print("  ", lines[-1] if lines else "")
    for line in lines:
        if "departs" in line or "fails" in line or "refuses" in line:
            print("   ", line[:240])

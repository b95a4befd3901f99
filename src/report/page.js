"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  if (data.games.length === 0) return;

  // As in src/drawing: the side of a square and the width of the frame.
  const SQUARE = 40, FRAME = 24;
  // Scores are bounded by this many hundredths of a soldier.
  const HIGHEST = 1000;
  // Games in the list at a time; the filter finds the others.
  const MOST_LISTED = 500;
  const CURVE = { width: 600, height: 160, margin: 8 };

  let game, ply = 0, positions = [];

  const element = (name, attributes, parent) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    parent.append(made);
    return made;
  };

  // The pieces of a FEN by square, such as "d4".
  const readFen = (fen) => {
    const rows = fen.split(" ")[0].split("/");
    const pieces = new Map();
    rows.forEach((row, index) => {
      let file = 0;
      for (const [word] of row.matchAll(/\d+|[^\d]/g)) {
        if (/\d/.test(word)) file += Number(word);
        else pieces.set(String.fromCharCode(97 + file++) + (rows.length - index), word);
      }
    });
    return pieces;
  };

  const squaresOf = (move) => move.match(/[a-z]\d+/g);

  // The position after a move, which names its captures.
  const play = (pieces, move) => {
    const [from, to, ...captures] = squaresOf(move.replaceAll("x", " "));
    const after = new Map(pieces);
    after.set(to, after.get(from));
    after.delete(from);
    captures.forEach((square) => after.delete(square));
    return after;
  };

  const corner = (square, side) => ({
    x: FRAME + (square.charCodeAt(0) - 97) * SQUARE,
    y: FRAME + (side - Number(square.slice(1))) * SQUARE,
  });

  const nameOf = (player) => (player === null ? "?" : data.players[player]);

  const describe = (shown) =>
    `${shown.number}. ${nameOf(shown.attackers)} – ${nameOf(shown.defenders)}, ${data.variants[shown.variant]}: ` +
    `${shown.result === "draw" || shown.result === "*" ? shown.result : shown.result + " win"} (${shown.termination})`;

  const drawBoard = () => {
    const boards = [...document.querySelectorAll(".board")];
    boards.forEach((board, index) => board.toggleAttribute("hidden", index !== game.board));
    const board = boards[game.board];
    const side = Number(board.dataset.side);
    const marks = board.querySelector(".marks"), pieces = board.querySelector(".pieces");
    marks.replaceChildren();
    pieces.replaceChildren();
    if (ply > 0) {
      for (const square of squaresOf(game.moves[ply - 1]).slice(0, 2)) {
        element("rect", { ...corner(square, side), width: SQUARE, height: SQUARE, fill: "#f2a900", "fill-opacity": 0.55 }, marks);
      }
    }
    for (const [square, letter] of positions[ply]) {
      element("use", { href: `#piece-${letter}`, ...corner(square, side), width: SQUARE, height: SQUARE }, pieces);
    }
  };

  const across = (at) => CURVE.margin + (at * (CURVE.width - 2 * CURVE.margin)) / Math.max(1, game.moves.length);

  const drawCurve = () => {
    const middle = CURVE.height / 2, curve = byId("curve");
    [...curve.querySelectorAll("line, polyline")].forEach((old) => old.remove());
    element("line", { x1: 0, x2: CURVE.width, y1: middle, y2: middle, class: "zero" }, curve);
    const points = [];
    game.scores.forEach((score, index) => {
      if (score !== null) points.push(`${across(index + 1)},${middle - (score / HIGHEST) * (middle - CURVE.margin)}`);
    });
    if (points.length > 0) element("polyline", { points: points.join(" "), class: "line" }, curve);
    element("line", { y1: 0, y2: CURVE.height, class: "here" }, curve);
  };

  // Scrolls inside the list, never the page.
  const reveal = (item) => {
    const list = item?.closest("ol, ul");
    if (!list) return;
    if (item.offsetTop < list.scrollTop) list.scrollTop = item.offsetTop;
    const below = item.offsetTop + item.offsetHeight - list.clientHeight;
    if (below > list.scrollTop) list.scrollTop = below;
  };

  const show = () => {
    if (game.broken !== null) {
      byId("said").textContent = `This game cannot be shown: ${game.broken}`;
      return;
    }
    drawBoard();
    const here = byId("curve").querySelector(".here");
    here.setAttribute("x1", across(ply));
    here.setAttribute("x2", across(ply));
    let current;
    for (const button of byId("moves").querySelectorAll("button")) {
      const is = Number(button.dataset.ply) === ply;
      button.setAttribute("aria-current", is);
      if (is) current = button;
    }
    reveal(current);
    const end = ply === game.moves.length && game.detail !== null ? `\n${game.detail}` : "";
    byId("said").textContent = ply === 0 ? "Start" + end : `${game.moves[ply - 1]}  ${game.remarks[ply - 1]}${end}`;
  };

  const goTo = (to) => {
    ply = Math.min(Math.max(to, 0), game.moves.length);
    show();
  };

  const listMoves = () => {
    const offset = game.defenders_first ? 1 : 0;
    const items = game.moves.map((move, index) => {
      const item = document.createElement("li"), button = document.createElement("button");
      const number = Math.floor((index + offset) / 2) + 1;
      const label = (index + offset) % 2 === 0 ? `${number}. ` : index === 0 ? `${number}... ` : "";
      button.type = "button";
      button.textContent = label + move;
      button.dataset.ply = index + 1;
      item.append(button);
      return item;
    });
    byId("moves").replaceChildren(...items);
  };

  const choose = (index) => {
    game = data.games[index];
    positions = [readFen(data.starts[game.start] ?? "")];
    game.moves.forEach((move) => positions.push(play(positions.at(-1), move)));
    byId("title").textContent = describe(game);
    for (const button of byId("games").querySelectorAll("button")) {
      const is = Number(button.dataset.index) === index;
      button.setAttribute("aria-current", is);
      if (is) reveal(button);
    }
    listMoves();
    drawCurve();
    goTo(0);
  };

  const listGames = () => {
    const words = byId("filter").value.toLowerCase().split(/\s+/);
    const items = [];
    data.games.forEach((shown, index) => {
      const text = describe(shown);
      if (items.length >= MOST_LISTED || !words.every((word) => text.toLowerCase().includes(word))) return;
      const item = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.dataset.index = index;
      button.setAttribute("aria-current", shown === game);
      item.append(button);
      items.push(item);
    });
    byId("games").replaceChildren(...items);
  };

  // The game before or after this one in the list.
  const change = (by) => {
    const listed = [...byId("games").querySelectorAll("button")].map((button) => Number(button.dataset.index));
    const to = listed[listed.indexOf(data.games.indexOf(game)) + by];
    if (to !== undefined) choose(to);
  };

  const actions = {
    first: () => goTo(0),
    back: () => goTo(ply - 1),
    forward: () => goTo(ply + 1),
    last: () => goTo(game.moves.length),
    previous: () => change(-1),
    next: () => change(1),
  };
  const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", n: "next", p: "previous" };

  document.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey || event.target.matches?.("input")) return;
    event.preventDefault();
    actions[action]();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.go) actions[button.dataset.go]();
    else if (button?.dataset.ply) goTo(Number(button.dataset.ply));
    else if (button?.dataset.index) choose(Number(button.dataset.index));
  });
  byId("curve").addEventListener("click", (event) => {
    const box = byId("curve").getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * CURVE.width - CURVE.margin;
    goTo(Math.round((x / (CURVE.width - 2 * CURVE.margin)) * game.moves.length));
  });
  byId("filter").addEventListener("input", listGames);

  byId("viewer").hidden = false;
  listGames();
  choose(0);
})();

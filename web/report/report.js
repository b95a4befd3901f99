/** The games of a report: a board to step through one game, and the list of all games. */

import { el, fill, svg } from '../page/js/dom.js';
import { Board } from '../page/js/board/board.js';
import { readDrawn } from '../page/js/board/drawn.js';
import { fenOf, piecesOf } from '../page/js/board/squares.js';

/**
 * @typedef {import('../page/js/board/surface.js').BoardRules} BoardRules
 * @typedef {import('../page/js/board/pieces.js').Kind} Kind
 *
 * @typedef {object} ShownBoard a board in the report
 * @property {number} side
 * @property {string[]} throne
 * @property {string[]} corners
 * @property {string[]} attackerForts
 * @property {string[]} defenderForts
 * @property {string[]} goals
 *
 * @typedef {object} ShownGame
 * @property {number} number in the match, from 1
 * @property {number} attackers a player's index in the list
 * @property {number} defenders
 * @property {number} variant
 * @property {number} board
 * @property {number} start
 * @property {boolean} defenders_first
 * @property {string[]} moves with their captures
 * @property {(number | null)[]} scores after each move, for the defenders, in centipawns
 * @property {string[]} remarks
 * @property {string} comment on the first position
 * @property {string} result
 * @property {string} termination
 * @property {string | null} detail
 * @property {string | null} broken the reason why it cannot be shown
 *
 * @typedef {object} Data
 * @property {string[]} players
 * @property {string[]} variants
 * @property {string[]} starts FENs
 * @property {ShownGame[]} games
 * @property {ShownBoard[]} boards
 */

/** The highest score on the graph, in centipawns. */
const HIGHEST = 1000;

/** The most games listed at once. The filter finds the others. */
const MAX_LISTED = 500;

/** The size of the evaluation graph, in units of its picture. */
const CURVE = { width: 600, height: 160, margin: 8 };

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`there is no ${id}`);
  return element;
}

/** @param {ShownBoard} board @returns {BoardRules} */
function boardRules({ side, ...squares }) {
  return {
    side,
    throne: new Set(squares.throne),
    corners: new Set(squares.corners),
    attackerForts: new Set(squares.attackerForts),
    defenderForts: new Set(squares.defenderForts),
    goals: new Set(squares.goals),
  };
}

/**
 * The squares named in a move: start, destination and captures.
 * @param {string} move
 */
function squaresOf(move) {
  const [from = '', to = '', ...captures] = move.replaceAll('x', ' ').match(/[a-z]\d+/g) ?? [];
  return { from, to, captures };
}

/**
 * The position after a move.
 * @param {Map<string, Kind>} pieces
 * @param {string} move
 */
function after(pieces, move) {
  const { from, to, captures } = squaresOf(move);
  const next = new Map(pieces);
  const mover = next.get(from);
  if (mover) next.set(to, mover);
  next.delete(from);
  for (const square of captures) next.delete(square);
  return next;
}

/**
 * Scrolls the list to an item, but never the page.
 * @param {HTMLElement | undefined} item
 */
function reveal(item) {
  const list = /** @type {HTMLElement | null | undefined} */ (item?.closest('ol, ul'));
  if (!item || !list) return;
  if (item.offsetTop < list.scrollTop) list.scrollTop = item.offsetTop;
  const below = item.offsetTop + item.offsetHeight - list.clientHeight;
  if (below > list.scrollTop) list.scrollTop = below;
}

/** Steps through games. */
class GameViewer {
  /**
   * @param {Data} data
   * @param {ShownGame} first the game to begin with
   */
  constructor(data, first) {
    this.data = data;
    this.rules = data.boards.map(boardRules);
    this.board = new Board();
    this.game = first;
    /** The games in the list. @type {ShownGame[]} */
    this.listed = [];
    this.ply = 0;
    /** The positions before each move, and the final one. @type {Map<string, Kind>[]} */
    this.positions = [];
    byId('shown-board').append(this.board.element);
    byId('viewer').hidden = false;
    // A single game needs no list.
    if (data.games.length === 1) {
      for (const part of document.querySelectorAll('.list, [data-go=previous], [data-go=next]')) {
        part.toggleAttribute('hidden', true);
      }
    }
    this.#listen();
    this.#listGames();
    this.choose(first);
  }

  #listen() {
    /** @type {Record<string, () => void>} */
    const actions = {
      first: () => this.goTo(0),
      back: () => this.goTo(this.ply - 1),
      forward: () => this.goTo(this.ply + 1),
      last: () => this.goTo(this.game.moves.length),
      previous: () => this.#change(-1),
      next: () => this.#change(1),
    };
    /** @type {Record<string, string>} */
    const keys = {
      ArrowLeft: 'back',
      ArrowRight: 'forward',
      Home: 'first',
      End: 'last',
      n: 'next',
      p: 'previous',
    };
    for (const button of document.querySelectorAll('button[data-go]')) {
      const action = actions[button.getAttribute('data-go') ?? ''];
      if (action) button.addEventListener('click', action);
    }
    document.addEventListener('keydown', (event) => {
      const action = keys[event.key];
      const typing = event.target instanceof HTMLInputElement;
      if (!action || event.ctrlKey || event.altKey || event.metaKey || typing) return;
      event.preventDefault();
      actions[action]();
    });
    const curve = byId('curve');
    curve.addEventListener('click', (event) => {
      const box = curve.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * CURVE.width - CURVE.margin;
      const share = x / (CURVE.width - 2 * CURVE.margin);
      this.goTo(Math.round(share * this.game.moves.length));
    });
    byId('filter').addEventListener('input', () => this.#listGames());
  }

  /** @param {ShownGame} game */
  #describe(game) {
    const { players, variants } = this.data;
    const isWin = game.result !== 'draw' && game.result !== '*';
    const result = isWin ? `${game.result} win` : game.result;
    const both = [players[game.attackers], players[game.defenders]];
    const isKnown = both.some((name) => name !== '' && name !== '?');
    const names = isKnown ? `${both.join(' – ')}, ` : '';
    const ending = game.termination.replaceAll('-', ' ');
    return `${game.number}. ${names}${variants[game.variant]}: ${result} (${ending})`;
  }

  #listGames() {
    const input = /** @type {HTMLInputElement} */ (byId('filter'));
    const words = input.value.toLowerCase().split(/[\s-]+/);
    const found = this.data.games.filter((game) => {
      const text = this.#describe(game).toLowerCase();
      return words.every((word) => text.includes(word));
    });
    this.listed = found.slice(0, MAX_LISTED);
    const items = this.listed.map((game) => {
      const onclick = () => this.choose(game);
      const current = String(game === this.game);
      const attributes = { type: 'button', 'aria-current': current, onclick };
      return el('li', {}, el('button', attributes, this.#describe(game)));
    });
    fill(byId('games'), ...items);
  }

  /**
   * Shows the previous or next game in the list.
   * @param {number} by
   */
  #change(by) {
    const to = this.listed[this.listed.indexOf(this.game) + by];
    if (to) this.choose(to);
  }

  /**
   * Shows a game from its start.
   * @param {ShownGame} game
   */
  choose(game) {
    this.game = game;
    this.positions = [piecesOf(this.data.starts[game.start] ?? '')];
    for (const move of game.moves)
      this.positions.push(after(this.positions.at(-1) ?? new Map(), move));
    const rules = this.rules[game.board];
    if (rules) this.board.setRuleset(rules);
    byId('title').textContent = this.#describe(game);
    this.listed.forEach((listed, index) => {
      const button = byId('games').querySelectorAll('button')[index];
      button?.setAttribute('aria-current', String(listed === game));
      if (listed === game) reveal(button);
    });
    this.#listMoves();
    this.#drawCurve();
    this.goTo(0);
  }

  /** @param {number} ply */
  goTo(ply) {
    const { game } = this;
    this.ply = Math.min(Math.max(ply, 0), game.moves.length);
    if (game.broken !== null) {
      byId('said').textContent = `This game cannot be shown: ${game.broken}`;
      return;
    }
    const move = this.ply > 0 ? game.moves[this.ply - 1] : '';
    const { words, drawn } = readDrawn(move ? game.remarks[this.ply - 1] : game.comment);
    this.#showBoard(move, drawn);
    const here = byId('curve').querySelector('.here');
    for (const end of ['x1', 'x2']) here?.setAttribute(end, String(this.#across(this.ply)));
    [...byId('moves').querySelectorAll('button')].forEach((button, index) => {
      const isCurrent = index + 1 === this.ply;
      button.setAttribute('aria-current', String(isCurrent));
      if (isCurrent) reveal(button);
    });
    const said = `${move || 'Start'}  ${words}`.trim();
    const isOver = this.ply === game.moves.length && game.detail !== null;
    byId('said').textContent = isOver ? `${said}\n${game.detail}` : said;
  }

  /**
   * @param {string} move the move that led here
   * @param {import('../page/js/board/drawn.js').Drawn} drawn
   */
  #showBoard(move, drawn) {
    const { game, ply } = this;
    const { side } = this.rules[game.board];
    const isAttackers = (ply % 2 === 0) !== game.defenders_first;
    const fen = fenOf(this.positions[ply], side, isAttackers ? 'a' : 'd');
    const last = move ? { name: move, text: move, ...squaresOf(move) } : null;
    this.board.show({ fen, last, legal: [], drawn });
  }

  /**
   * The horizontal position of a ply on the graph.
   * @param {number} ply
   */
  #across(ply) {
    const { margin, width } = CURVE;
    return margin + (ply * (width - 2 * margin)) / Math.max(1, this.game.moves.length);
  }

  #drawCurve() {
    const { height, margin, width } = CURVE;
    const middle = height / 2;
    const points = this.game.scores.flatMap((score, index) =>
      score === null
        ? []
        : [`${this.#across(index + 1)},${middle - (score / HIGHEST) * (middle - margin)}`],
    );
    const curve = byId('curve');
    curve.toggleAttribute('hidden', points.length === 0);
    byId('up').toggleAttribute('hidden', points.length === 0);
    for (const old of curve.querySelectorAll('line, polyline')) old.remove();
    curve.append(svg('line', { x1: 0, x2: width, y1: middle, y2: middle, class: 'zero' }));
    if (points.length > 0) {
      curve.append(svg('polyline', { points: points.join(' '), class: 'line' }));
    }
    curve.append(svg('line', { y1: 0, y2: height, class: 'here' }));
  }

  #listMoves() {
    const offset = this.game.defenders_first ? 1 : 0;
    const items = this.game.moves.map((move, index) => {
      const number = Math.floor((index + offset) / 2) + 1;
      const isFirst = (index + offset) % 2 === 0;
      const begun = index === 0 ? `${number}... ` : '';
      const label = isFirst ? `${number}. ` : begun;
      const onclick = () => this.goTo(index + 1);
      return el('li', {}, el('button', { type: 'button', onclick }, label + move));
    });
    fill(byId('moves'), ...items);
  }
}

/** @type {Data} */
const data = JSON.parse(byId('data').textContent ?? '');
const [first] = data.games;
if (first) new GameViewer(data, first);

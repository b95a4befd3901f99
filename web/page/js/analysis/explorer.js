/** The explorer: what was played in the position on the board, from the program's database. */

import { explore, readGame } from '../connection/database.js';
import { FilterForm } from '../database/filter-form.js';
import { gameButton } from '../database/game-button.js';
import { el, fill } from '../dom.js';
import { explorerTexts as texts } from '../texts-explorer.js';
import { scoreText } from './chance.js';
import { withDash } from './lines.js';
import { dateText } from '../texts-records.js';

/**
 * @typedef {import('../connection/database.js').Exploration} Exploration
 * @typedef {import('../connection/database.js').ExploredMove} ExploredMove
 * @typedef {import('../connection/engine.js').Line} Line
 * @typedef {import('../connection/games.js').RecordedGame} RecordedGame
 * @typedef {import('../game/desk.js').Desk} Desk
 */

export class Explorer {
  /**
   * @param {Desk} desk
   * @param {string} token
   * @param {(move: string) => void} play
   */
  constructor(desk, token, play) {
    this.desk = desk;
    this.token = token;
    this.play = play;
    /** Opens a game at the position after a number of moves. @type {(game: RecordedGame, ply: number) => Promise<boolean>} */
    this.open = async () => false;
    this.isShown = false;
    /** Whether the program has a database open; undefined until it has been asked. @type {boolean | undefined} */
    this.isOpen = undefined;
    /** Where the engine's value of each move is shown. @type {Map<string, HTMLElement>} */
    this.values = new Map();
    /** Counts the questions, so that late answers to earlier ones are dropped. */
    this.asked = 0;
    this.form = new FilterForm(() => this.#ask());
    this.opening = el('p', { class: 'explorer-opening' });
    this.moves = el('div', { class: 'explorer-moves' });
    this.games = el('ul', { class: 'explorer-games' });
    this.state = el('p', { class: 'facts', role: 'status' });
    this.element = el(
      'section',
      { class: 'panel explorer', 'aria-label': texts.title, hidden: true },
      el('h2', {}, texts.title),
      this.opening,
      el('details', {}, el('summary', {}, texts.filter), this.form.element),
      this.moves,
      this.state,
      this.games,
    );
    desk.addEventListener('node', () => this.#ask());
  }

  /** @param {boolean} shown */
  show(shown) {
    const changed = this.isShown !== shown;
    this.isShown = shown;
    if (changed) this.#ask();
  }

  /** Shows the engine's values of the moves. @param {Line[]} lines of the position on the board */
  showValues(lines) {
    const side = this.desk.node?.position.side;
    for (const value of this.values.values()) value.textContent = '';
    for (const { moves, score } of lines) {
      const value = this.values.get(moves[0]);
      if (value && side) value.textContent = texts.engine(scoreText(score, side));
    }
  }

  async #ask() {
    const { tree, node } = this.desk;
    if (!this.isShown || this.isOpen === false || !tree || !node) return;
    const { variant, alternates: rules } = tree.ruleset;
    const { filter } = this.form;
    const asked = ++this.asked;
    try {
      const position = { variant, rules, fen: tree.fen, moves: node.moves, filter };
      const found = await explore(this.token, position);
      this.isOpen = found !== null;
      this.element.hidden = !this.isOpen;
      if (found && asked === this.asked) this.#tell(found);
    } catch (error) {
      if (asked === this.asked) this.#fail(error);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    for (const part of [this.opening, this.moves, this.games]) fill(part);
    this.state.textContent = error instanceof Error ? error.message : String(error);
  }

  /** @param {Exploration} found */
  #tell(found) {
    this.opening.textContent = found.opening?.name ?? '';
    this.state.textContent = found.games ? '' : texts.none;
    this.values.clear();
    const columns = [texts.move, texts.games, texts.attackers];
    const head = el('tr', {}, ...columns.map((name) => el('th', { scope: 'col' }, name)));
    const rows = found.moves.map((move) => this.#row(move));
    const table = el('table', {}, el('thead', {}, head), el('tbody', {}, ...rows));
    fill(this.moves, rows.length > 0 && table);
    const games = found.list.map((game) =>
      el(
        'li',
        {},
        gameButton(game, '', () => this.#open(game.id, game.ply)),
      ),
    );
    fill(this.games, ...games);
  }

  /**
   * @param {number} id
   * @param {number} ply
   */
  async #open(id, ply) {
    try {
      const game = await readGame(this.token, id);
      if (game) await this.open(game, ply);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {ExploredMove} explored */
  #row(explored) {
    const { move, images, games, opening, length, last_played: last, best } = explored;
    const name = withDash(move);
    const play = el(
      'button',
      {
        type: 'button',
        class: 'move',
        'aria-label': texts.play(name),
        onclick: () => this.play(move),
      },
      name,
    );
    const value = el('span', { class: 'explorer-value' });
    for (const image of [move, ...images]) this.values.set(image, value);
    const facts = [
      opening,
      length !== null && texts.length(length),
      last && texts.last(dateText(last)),
      best && texts.best(best),
    ];
    const words = el('div', { class: 'quiet' }, value, facts.filter(Boolean).join(' · '));
    return el(
      'tr',
      {},
      el('th', { scope: 'row' }, play, words),
      el('td', {}, String(games)),
      el('td', {}, ...score(explored)),
    );
  }
}

/** The attackers' share of the points, and the results as a bar. @param {ExploredMove} explored */
function score(explored) {
  const { attackers, draws, defenders, score: share } = explored;
  const parts = Object.entries({ attackers, draws, defenders }).map(([kind, games]) => {
    const part = el('span', { class: kind });
    part.style.flexGrow = String(games);
    return part;
  });
  const bar = el(
    'div',
    { class: 'result-bar', role: 'img', 'aria-label': texts.results(explored) },
    ...parts,
  );
  const interval = share && texts.interval(share.low, share.high);
  return [el('span', { title: interval ?? '' }, share ? texts.percent(share.value) : '–'), bar];
}

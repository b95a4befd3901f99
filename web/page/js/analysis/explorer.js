/** The explorer: what was played in the position on the board, from the program's database. */

import { explore } from '../connection/games.js';
import { el, fill } from '../dom.js';
import { explorerTexts as texts } from '../texts-explorer.js';
import { withDash } from './lines.js';

/**
 * @typedef {import('../connection/games.js').Exploration} Exploration
 * @typedef {import('../connection/games.js').ExploredMove} ExploredMove
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
    this.isShown = false;
    /** Whether the program has a database open; undefined until it has been asked. @type {boolean | undefined} */
    this.isOpen = undefined;
    this.opening = el('p', { class: 'explorer-opening' });
    this.moves = el('div', { class: 'explorer-moves' });
    this.games = el('ul', { class: 'explorer-games' });
    this.state = el('p', { class: 'facts', role: 'status' });
    this.element = el(
      'section',
      { class: 'panel explorer', 'aria-label': texts.title, hidden: true },
      el('h2', {}, texts.title),
      this.opening,
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

  async #ask() {
    const { tree, node } = this.desk;
    if (!this.isShown || this.isOpen === false || !tree || !node) return;
    const { variant, alternates: rules } = tree.ruleset;
    try {
      const found = await explore(this.token, { variant, rules, fen: tree.fen, moves: node.moves });
      this.isOpen = found !== null;
      this.element.hidden = !this.isOpen;
      // The board may show another position by now.
      if (found && this.desk.node === node) this.#tell(found);
    } catch (error) {
      for (const part of [this.opening, this.moves, this.games]) fill(part);
      this.state.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {Exploration} found */
  #tell(found) {
    this.opening.textContent = found.opening?.name ?? '';
    this.state.textContent = found.games ? '' : texts.none;
    const columns = [texts.move, texts.games, texts.attackers, texts.draws, texts.defenders];
    const head = el('tr', {}, ...columns.map((name) => el('th', { scope: 'col' }, name)));
    const rows = found.moves.map((move) => this.#row(move));
    const table = el('table', {}, el('thead', {}, head), el('tbody', {}, ...rows));
    fill(this.moves, rows.length > 0 && table);
    const games = found.list.map(({ id, attackers, defenders, result }) =>
      el('li', {}, texts.game(id, attackers, defenders, result)),
    );
    fill(this.games, ...games);
  }

  /** @param {ExploredMove} explored */
  #row({ move, games, attackers, draws, defenders, opening }) {
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
    const shares = [attackers, draws, defenders].map((number) =>
      el('td', {}, texts.percent(Math.round((100 * number) / games))),
    );
    const named = opening && el('span', { class: 'quiet' }, ` ${opening}`);
    return el(
      'tr',
      {},
      el('th', { scope: 'row' }, play, named),
      el('td', {}, String(games)),
      ...shares,
    );
  }
}

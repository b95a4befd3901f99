/** The view that follows a match: who has won how often, what is played, the last games. */

import { followMatch } from '../connection/games.js';
import { el, fill } from '../dom.js';
import { texts } from '../texts.js';
import { smallBoard } from './small-board.js';

/**
 * @typedef {import('../connection/games.js').RecordedGame} RecordedGame
 * @typedef {import('../connection/games.js').MatchState} MatchState
 */

/** How often the program is asked for news, in milliseconds. */
const INTERVAL = 1000;

export class Watch {
  /**
   * @param {string} token
   * @param {(game: RecordedGame) => void} open
   */
  constructor(token, open) {
    this.token = token;
    this.open = open;
    /** @type {MatchState | null} */
    this.state = null;
    this.scores = el('table', { class: 'scores' });
    this.progress = el('p', { class: 'facts', role: 'status' });
    this.running = el('ul', { class: 'games' });
    this.boards = el('ul', { class: 'boards' });
    this.element = el(
      'div',
      { class: 'watch' },
      el(
        'section',
        { class: 'panel', 'aria-label': texts.standings },
        el('h2', {}, texts.standings),
        this.scores,
        this.progress,
        el('h3', {}, texts.nowPlaying),
        this.running,
      ),
      el('section', { 'aria-label': texts.lastGames }, el('h2', {}, texts.lastGames), this.boards),
    );
  }

  /** Asks for the match; whether there is one. */
  async find() {
    await this.#look();
    if (this.state) this.timer = setInterval(() => this.#look().catch(() => this.stop()), INTERVAL);
    return this.state !== null;
  }

  stop() {
    clearInterval(this.timer);
  }

  async #look() {
    const state = await followMatch(this.token, this.state?.version ?? null);
    if (!state) return;
    this.state = state;
    this.#show(state);
  }

  /** @param {MatchState} state */
  #show({ scores, running, games, total }) {
    const head = [texts.player, texts.wins, texts.draws, texts.losses, texts.points];
    const points = (/** @type {MatchState['scores'][0]} */ score) => score.wins + score.draws / 2;
    const rows = [...scores]
      .sort((a, b) => points(b) - points(a))
      .map((score) => {
        const all = score.wins + score.draws + score.losses;
        const share = `${((100 * points(score)) / all).toFixed(1)}\u00a0%`;
        const cells = [score.wins, score.draws, score.losses].map((count) =>
          el('td', {}, String(count)),
        );
        return el('tr', {}, el('th', { scope: 'row' }, score.name), ...cells, el('td', {}, share));
      });
    const played =
      scores.reduce((sum, score) => sum + score.wins + score.draws + score.losses, 0) / 2;
    fill(
      this.scores,
      el('thead', {}, el('tr', {}, ...head.map((words) => el('th', { scope: 'col' }, words)))),
      el('tbody', {}, ...rows),
    );
    this.progress.textContent = texts.gamesPlayed(played, total);
    fill(
      this.running,
      ...running.map((game) =>
        el('li', {}, texts.pairing(game.number, game.attackers, game.defenders, game.variant)),
      ),
    );
    fill(this.boards, ...games.map((game) => this.#board(game)));
  }

  /** @param {MatchState['games'][0]} shown */
  #board({ number, side, fen, game }) {
    const words = texts.pairing(number, game.attackers, game.defenders, game.variant);
    const winner = game.result === 'attackers' || game.result === 'defenders' ? game.result : null;
    const result = texts.result({ winner, reason: game.termination });
    return el(
      'li',
      {},
      el(
        'button',
        { type: 'button', class: 'board-button', onclick: () => this.open(game) },
        smallBoard(fen, side),
        el('span', { class: 'board-words' }, words),
        el('span', { class: 'quiet' }, result),
      ),
    );
  }
}

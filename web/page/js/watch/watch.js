/** The match view: standings, games in progress, latest games. */

import { followMatch, resultOf } from '../connection/games.js';
import { el, fill } from '../dom.js';
import { numberText } from '../languages/language.js';
import { texts } from '../texts.js';
import { BoardCard } from './board-card.js';

/**
 * @typedef {import('../connection/games.js').MatchState} MatchState
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('../connection/games.js').EndedGame} EndedGame
 * @typedef {import('../connection/games.js').RunningGame} RunningGame
 * @typedef {import('../connection/games.js').RecordedGame} RecordedGame
 */

/** The polling interval, in milliseconds. */
const INTERVAL = 1000;

/** The number of finished games shown. */
const SHOWN = 24;

/** Sends the event `news` with each new state of the match. */
export class Watch extends EventTarget {
  /**
   * @param {string} token
   * @param {(number: number, ended?: RecordedGame) => unknown} open follows a running
   * game or opens a finished one
   * @param {(variant: string) => Promise<Ruleset | null>} describe
   */
  constructor(token, open, describe) {
    super();
    this.token = token;
    this.open = open;
    this.describe = describe;
    /** @type {MatchState | null} */
    this.state = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** The boards of the games in progress, by game number. @type {Map<number, BoardCard>} */
    this.cards = new Map();
    /** Finished games not shown yet, oldest first. @type {EndedGame[]} */
    this.waiting = [];
    this.scores = el('table', { class: 'scores' });
    this.progress = el('p', { class: 'facts', role: 'status' });
    this.running = el('ul', { class: 'boards running' });
    this.noneRuns = el('p', { class: 'quiet' }, texts.nothingPlayed);
    this.ended = el('ul', { class: 'boards' });
    this.noneEnded = el('p', { class: 'quiet' }, texts.nothingEnded);
    this.standings = el(
      'section',
      { class: 'panel wide', 'aria-label': texts.standings },
      el('h2', {}, texts.standings),
      this.scores,
      this.progress,
    );
    this.element = el(
      'div',
      { class: 'watch' },
      el(
        'section',
        { 'aria-label': texts.nowPlaying },
        el('h2', {}, texts.nowPlaying),
        this.noneRuns,
        this.running,
      ),
      el(
        'section',
        { 'aria-label': texts.lastGames },
        el('h2', {}, texts.lastGames),
        this.noneEnded,
        this.ended,
      ),
    );
  }

  /** Asks for the match. Returns whether there is one. */
  async find() {
    await this.#look();
    if (this.state) this.#lookLater();
    return this.state !== null;
  }

  #lookLater() {
    this.timer = setTimeout(async () => {
      // If the program has gone, the page reports it elsewhere.
      await this.#look().catch(() => {});
      if (this.timer) this.#lookLater();
    }, INTERVAL);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Whether games are in progress. */
  get isRunning() {
    return (this.state?.running.length ?? 0) > 0;
  }

  async #look() {
    const state = await followMatch(this.token, this.state?.version ?? null);
    if (!state) {
      this.#showEnded();
      return;
    }
    this.state = state;
    this.#showScores(state);
    this.#showGames(state);
    this.dispatchEvent(new CustomEvent('news', { detail: state }));
  }

  /** @param {MatchState} state */
  #showScores({ scores, total }) {
    const head = [texts.player, texts.wins, texts.draws, texts.losses, texts.points];
    const points = (/** @type {MatchState['scores'][0]} */ score) => score.wins + score.draws / 2;
    // A Swiss tournament has places, and its points include byes.
    const ordered = scores.some(({ place }) => place)
      ? scores
      : [...scores].sort((a, b) => points(b) - points(a));
    const rows = ordered.map((score) => {
      const all = score.wins + score.draws + score.losses;
      const share = all > 0 ? `${numberText((100 * points(score)) / all, 1)}\u00a0%` : '';
      const shown = score.place ? numberText(score.place.points, 1) : share;
      const cells = [score.wins, score.draws, score.losses].map((count) =>
        el('td', {}, String(count)),
      );
      return el('tr', {}, el('th', { scope: 'row' }, score.name), ...cells, el('td', {}, shown));
    });
    const played =
      scores.reduce((sum, score) => sum + score.wins + score.draws + score.losses, 0) / 2;
    fill(
      this.scores,
      el('thead', {}, el('tr', {}, ...head.map((words) => el('th', { scope: 'col' }, words)))),
      el('tbody', {}, ...rows),
    );
    this.scores.hidden = rows.length === 0;
    this.progress.textContent = texts.gamesPlayed(played, total);
  }

  /** @param {MatchState} state with the games finished since the previous one */
  #showGames({ running, games }) {
    this.#showRunning(running);
    this.waiting = [...this.waiting, ...[...games].reverse()].slice(-SHOWN);
    this.#showEnded();
  }

  /**
   * A new game replaces a finished one, so that the others stay where they are.
   * @param {RunningGame[]} running
   */
  #showRunning(running) {
    const numbers = new Set(running.map(({ number }) => number));
    /** @type {HTMLElement[]} */
    const free = [];
    for (const [number, card] of this.cards) {
      if (numbers.has(number)) continue;
      this.cards.delete(number);
      free.push(card.element);
    }
    for (const game of running) {
      let card = this.cards.get(game.number);
      if (!card) {
        card = new BoardCard(game, () => this.open(game.number), this.describe);
        this.cards.set(game.number, card);
        const place = free.shift();
        if (place) place.replaceWith(card.element);
        else this.running.append(card.element);
      }
      card.show(game.fen, texts.movesMade(game.plies), game.last);
    }
    for (const item of free) item.remove();
    this.noneRuns.hidden = running.length > 0;
  }

  /** Shows new finished games, but not while the pointer is over the list. */
  #showEnded() {
    if (matchMedia('(hover: hover)').matches && this.ended.matches(':hover')) return;
    for (const { number, side, fen, game } of this.waiting.splice(0)) {
      const open = () => this.open(number, game);
      const card = new BoardCard({ ...game, number, side }, open, this.describe);
      card.show(fen, texts.result(resultOf(game)), game.moves.at(-1)?.text);
      this.ended.prepend(card.element);
    }
    for (const item of [...this.ended.children].slice(SHOWN)) item.remove();
    this.noneEnded.hidden = this.ended.childElementCount > 0;
  }
}

/** Quick games of the engine against itself, which show the side that a ruleset favours. */

import { Engine } from '../connection/engine.js';
import { Rules } from '../connection/rules.js';
import { button, el, fill } from '../dom.js';
import { needing } from '../needs.js';
import { designTexts } from '../texts-design.js';
import { texts } from '../texts.js';
import { valueText } from './fields.js';
import { sideOf } from './shape.js';

/**
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('../connection/rules.js').RulesetFields} RulesetFields
 * @typedef {import('../connection/rules.js').WrittenRuleset} WrittenRuleset
 * @typedef {import('../connection/rules.js').Side} Side
 */

/** The number of games. */
const GAMES = 100;

/** The nodes of each search. */
const NODES = 300;

/** The random moves at the start of each game, without which all games would be the same. */
const RANDOM_PLIES = 4;

/** The number of moves after which a game counts as a draw. */
const MAX_PLIES = 300;

/** The standard deviations by which a result must differ from an even one. */
const CERTAINTY = 2;

/** The number of rulesets whose results stay on the page. */
const MAX_RESULTS = 5;

/** The number of differences that tell two rulesets apart on the page. */
const MAX_DIFFERENCES = 4;

/**
 * What the games say about a ruleset.
 * @param {Record<Side | 'draws', number>} count
 * @returns {{ side: Side, percent: number } | null} null if neither side is clearly favoured
 */
export function favoured({ attackers, draws, defenders }) {
  const games = attackers + draws + defenders;
  if (games === 0) return null;
  const share = (attackers + draws / 2) / games;
  const variance = (attackers + draws / 4) / games - share * share;
  // After games that all ended alike, the next one may still end otherwise.
  const error = Math.sqrt(Math.max(variance, 1 / (4 * games)) / games);
  if (Math.abs(share - 0.5) <= CERTAINTY * error) return null;
  const side = share > 0.5 ? 'attackers' : 'defenders';
  return { side, percent: Math.round(100 * Math.max(share, 1 - share)) };
}

/**
 * The name of a ruleset, with its values where another one has others.
 * @param {WrittenRuleset} ruleset
 * @param {RulesetFields} other
 */
function toldApart(ruleset, { ruleset: other, fields }) {
  /** @type {[string, string][]} */
  const differences = [];
  const [side, otherSide] = [sideOf(ruleset), sideOf(other)];
  if (side !== otherSide) differences.push([designTexts.side, String(side)]);
  else if (ruleset.start !== other.start) {
    differences.push([designTexts.pieces, designTexts.otherPieces]);
  }
  for (const field of fields) {
    const words = valueText(field, ruleset);
    if (words !== valueText(field, other)) {
      differences.push([designTexts.field(field.name), words]);
    }
  }
  const shown = differences.slice(0, MAX_DIFFERENCES).map((pair) => pair.join(': '));
  if (shown.length < differences.length) shown.push('…');
  return [ruleset.title, ...shown].join(' · ');
}

/** Whether two rulesets are played alike, whatever their names. @param {WrittenRuleset} one @param {WrittenRuleset} other */
function playAlike(one, other) {
  const unnamed = { name: '', title: '', source: '' };
  const rules = (/** @type {WrittenRuleset} */ ruleset) =>
    JSON.stringify({ ...ruleset, ...unnamed });
  return rules(one) === rules(other);
}

/** The results of some games under one ruleset. */
class Result {
  /** @param {WrittenRuleset} ruleset */
  constructor(ruleset) {
    this.ruleset = ruleset;
    this.rules = el('p', { class: 'quiet', hidden: true });
    this.count = el('p', { class: 'facts' });
    this.words = el('p', { class: 'facts', role: 'status' });
    this.element = el('li', {}, this.rules, this.count, this.words);
  }

  /** Says by which rules the games were played, unless by these. @param {RulesetFields} now */
  compare(now) {
    this.rules.hidden = playAlike(this.ruleset, now.ruleset);
    this.rules.textContent = this.rules.hidden
      ? ''
      : designTexts.resultsFor(toldApart(this.ruleset, now));
  }
}

export class Balance {
  /**
   * @param {string} token
   * @param {() => Promise<{ shown: Ruleset | null, answer: RulesetFields | null }>} settled the ruleset to try
   */
  constructor(token, settled) {
    this.token = token;
    this.settled = settled;
    /** The results by ruleset, the newest first. @type {Result[]} */
    this.results = [];
    /** Numbers the runs, so that one that was stopped ends. */
    this.run = 0;
    this.running = false;
    this.button = needing(button(designTexts.balanceStart(GAMES), () => this.#toggle()));
    this.progress = el('progress', { max: GAMES, value: 0, hidden: true });
    this.list = el('ul', { class: 'balance-results' });
    this.error = el('p', { class: 'error', role: 'alert' });
    this.progress.setAttribute('aria-label', designTexts.balance);
    this.element = el(
      'section',
      { class: 'panel balance', 'aria-label': designTexts.balance },
      el('h2', {}, designTexts.balance),
      el('p', { class: 'quiet' }, designTexts.balanceHelp(GAMES)),
      el('div', { class: 'controls' }, this.button),
      this.progress,
      this.error,
      this.list,
    );
  }

  #toggle() {
    if (this.running) this.stop();
    else this.#play().catch((error) => (this.error.textContent = texts.failed(error.message)));
  }

  /** Stops the games. Their results stay. */
  stop() {
    this.run += 1;
    this.running = false;
    this.button.textContent = designTexts.balanceStart(GAMES);
  }

  /** Tells the results of other rules from those of these. @param {RulesetFields} now */
  compare(now) {
    const [latest] = this.results;
    if (latest && !playAlike(latest.ruleset, now.ruleset)) {
      this.stop();
      this.progress.hidden = true;
    }
    for (const result of this.results) result.compare(now);
  }

  /** Begins the results of a ruleset. Earlier ones of the same rules go. @param {WrittenRuleset} ruleset */
  #begin(ruleset) {
    const others = this.results.filter((known) => !playAlike(known.ruleset, ruleset));
    const result = new Result(ruleset);
    this.results = [result, ...others].slice(0, MAX_RESULTS);
    fill(this.list, ...this.results.map(({ element }) => element));
    return result;
  }

  async #play() {
    const { shown: ruleset, answer } = await this.settled();
    // A second click may have come while a change of the rules was at work.
    if (!ruleset || !answer || this.running) return;
    this.run += 1;
    const { run } = this;
    const result = this.#begin(answer.ruleset);
    this.error.textContent = '';
    this.progress.value = 0;
    this.running = true;
    this.button.textContent = texts.stop;
    this.progress.hidden = false;
    // Their own, so that the board keeps its game and its analysis.
    const [rules, engine] = [new Rules(this.token), new Engine(this.token)];
    const count = { attackers: 0, draws: 0, defenders: 0 };
    let plies = 0;
    try {
      await rules.start();
      await rules.choose(ruleset.variant, ruleset.alternates);
      for (let game = 1; game <= GAMES && run === this.run; game += 1) {
        const played = await this.#game(rules, engine, ruleset, run);
        if (!played) break;
        count[played.winner ?? 'draws'] += 1;
        plies += played.plies;
        this.progress.value = game;
        result.count.textContent = `${designTexts.balancing(game, GAMES)}. ${designTexts.won(count)}.`;
        if (game === GAMES || game % 10 === 0) {
          result.words.textContent = `${designTexts.favoured(favoured(count))} ${designTexts.length(plies / game)}`;
        }
      }
    } finally {
      rules.lines.close();
      engine.lines?.close();
      if (run === this.run) this.stop();
    }
  }

  /**
   * @param {Rules} rules
   * @param {Engine} engine
   * @param {Ruleset} ruleset
   * @param {number} run
   * @returns {Promise<{ winner: Side | null, plies: number } | null>} null if the games were stopped
   */
  async #game(rules, engine, ruleset, run) {
    engine.newGame();
    /** @type {string[]} */
    const moves = [];
    for (;;) {
      const { result, legal } = await rules.look(null, moves);
      if (run !== this.run) return null;
      if (result) return { winner: result.winner, plies: moves.length };
      if (moves.length >= MAX_PLIES) return { winner: null, plies: moves.length };
      const random = legal[Math.floor(Math.random() * legal.length)];
      const best =
        moves.length < RANDOM_PLIES
          ? random.name
          : await engine.search({ ruleset, fen: null, moves, go: `nodes ${NODES}` });
      if (run !== this.run) return null;
      if (!best) throw new Error(texts.engineLost);
      moves.push(best);
    }
  }
}

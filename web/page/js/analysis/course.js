/** The course of a game: its graph, its review, and the analysis of all its positions. */

import { button, el, fill, select, set } from '../dom.js';
import { numberText } from '../languages/language.js';
import { enable } from '../needs.js';
import { keepPuzzles, puzzlesOf } from '../puzzles/mistakes.js';
import { keep, recall } from '../settings.js';
import { texts } from '../texts.js';
import { chanceOf } from './chance.js';
import { Curve } from './curve.js';
import { judge } from './judge.js';
import { Review } from './review.js';

/**
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../game/play.js').Play} Play
 * @typedef {import('../game/tree.js').Node} Node
 * @typedef {import('../game/tree.js').Tree} Tree
 * @typedef {import('../connection/engine.js').Engine} Engine
 */

/** Search times to choose from for each position of a whole game, in milliseconds. */
const TIMES = [100, 400, 2000];

/** The usual one. */
const TIME = 400;

/** Whether the analysis of a position is complete. @param {Node} node */
const isScored = ({ best, chance, position }) =>
  best !== null || (position.result !== null && chance !== null);

/** The positions of the main line without a complete analysis. @param {Tree} tree */
const unscored = ({ main }) => main.filter((node) => !isScored(node));

export class Course {
  /**
   * @param {Desk} desk
   * @param {Engine} engine
   * @param {Play} play
   * @param {object} actions
   * @param {(node: Node, go: string, lines: number) => Promise<string | null>} actions.think searches a position
   * @param {() => void} actions.changed called when the analysis of a game begins, and when the engine is free again
   */
  constructor(desk, engine, play, { think, changed }) {
    this.desk = desk;
    this.engine = engine;
    this.play = play;
    this.think = think;
    this.changed = changed;
    /** The game whose analysis has failed last, and why. @type {{ tree: Tree, reason: string } | null} */
    this.failure = null;
    /** What the engine judges: the whole game, or a try at a better move. @type {'game' | 'try' | null} */
    this.judging = null;
    /** The game that is being judged. @type {Tree | null} */
    this.judged = null;
    /** Numbers the analyses, so that one that was stopped ends. */
    this.run = 0;
    this.curve = new Curve(desk);
    this.review = new Review(desk, play, { think: (node) => this.#judgeTry(node), ended: changed });
    this.button = button(texts.judgeGame, () => this.#toggle());
    const times = TIMES.map((time) => {
      const words = texts.seconds(numberText(time / 1000, time % 1000 ? 1 : 0));
      return /** @type {[string, string]} */ ([String(time), words]);
    });
    this.time = select(times, String(recall('judge-time', TIME)), (value) =>
      keep('judge-time', Number(value)),
    );
    set(this.time, { title: texts.judgeTime, 'aria-label': texts.judgeTime });
    this.progress = el('p', { class: 'facts', role: 'status' });
    this.element = el(
      'section',
      { class: 'panel course', 'aria-label': texts.gameCurve },
      el(
        'div',
        { class: 'panel-head' },
        el('h2', {}, texts.gameCurve),
        el('div', { class: 'inline' }, this.time),
        this.button,
      ),
      this.progress,
      this.curve.element,
      this.review.element,
    );
  }

  /** On a phone the evaluation is above the moves once there is one. */
  place() {
    const isJudged = this.judging === 'game' || !!this.desk.tree?.isJudged;
    this.element.toggleAttribute('data-judged', isJudged);
  }

  /** Nothing here helps a player during a game. @param {boolean} isLocked */
  lock(isLocked) {
    const { done, all } = this.#extent;
    enable(this.button, !isLocked && this.#hasMoves);
    enable(this.time, !isLocked);
    if (this.judging === 'game') return;
    const { tree } = this.desk;
    const isUnfinished = done > 0 && !tree?.isJudged;
    const next = isUnfinished ? texts.judgeRest : texts.judgeGame;
    const failure = this.failure?.tree === tree && !isLocked ? this.failure : null;
    const state = isUnfinished ? texts.judgedPart(done, all) : '';
    const ended = failure ? texts.judgeFailed(failure.reason, next) : state;
    const words = isLocked ? texts.gameRuns : ended;
    // The same words again would be read out again.
    if (this.progress.textContent !== words) this.progress.textContent = words;
    this.progress.classList.toggle('error', failure !== null);
    fill(this.button, next);
  }

  /** Whether there is a move to judge. */
  get #hasMoves() {
    return (this.desk.tree?.main.length ?? 0) > 1;
  }

  /** The number of positions of the game, and how many of them have been analysed. */
  get #extent() {
    const { tree } = this.desk;
    if (!tree) return { done: 0, all: 0 };
    const all = tree.main.length;
    return { done: all - unscored(tree).length, all };
  }

  /** Analyses the whole game, unless that has been done or is being done. */
  judgeOnce() {
    if (this.#hasMoves && !this.desk.tree?.isJudged && this.judging !== 'game') this.#toggle();
  }

  /** Continues an analysis of the game on the board that was interrupted. */
  resume() {
    const { tree } = this.desk;
    // Another game has taken the place of the one that is being judged.
    if (this.judging && this.judged !== tree) this.stop();
    if (!this.judging && tree?.awaitsJudging) this.#toggle();
  }

  /** Ends the analysis that is running, with its search. */
  stop() {
    if (!this.judging) return;
    // The search of a game that has begun is not ours.
    if (!this.play.running) this.engine.stop().catch(() => {});
    this.#end();
  }

  #toggle() {
    if (this.judging === 'game') {
      if (this.judged) this.judged.awaitsJudging = false;
      this.stop();
    } else if (!this.button.disabled) this.#judgeAll();
  }

  /** @param {'game' | 'try'} what @returns {number} the number of the analysis */
  #begin(what) {
    this.judging = what;
    this.judged = this.desk.tree;
    this.run += 1;
    return this.run;
  }

  #end() {
    this.run += 1;
    this.judging = null;
    this.judged = null;
    // Shows what is left to do.
    this.changed();
  }

  /** @param {Node} node @param {() => boolean} goesOn whether the answer is still wanted */
  async #judgeNode(node, goesOn) {
    const { result } = node.position;
    if (result) {
      node.chance = chanceOf(result);
      return;
    }
    const best = await this.think(node, `movetime ${Number(this.time.value) || TIME}`, 1);
    if (!goesOn()) return;
    if (best === null) throw new Error(texts.engineLost);
    node.best = best;
  }

  /**
   * Analyses a position for as long as each position of a whole game.
   * @param {Node} node
   * @returns {Promise<boolean>} false if it was stopped
   */
  async #judgeTry(node) {
    const run = this.#begin('try');
    const goesOn = () => run === this.run;
    try {
      await this.#judgeNode(node, goesOn);
      return goesOn();
    } finally {
      if (goesOn()) this.#end();
    }
  }

  async #judgeAll() {
    const { tree } = this.desk;
    if (!tree) return;
    const run = this.#begin('game');
    this.failure = null;
    this.progress.classList.remove('error');
    this.changed();
    fill(this.button, texts.stop);
    this.place();
    this.element.scrollIntoView({ block: 'nearest' });
    const goesOn = () => run === this.run && this.desk.tree === tree && !this.play.running;
    if (tree.isJudged) for (const node of tree.main) node.best = null;
    Object.assign(tree, { isJudged: false, awaitsJudging: true });
    try {
      await this.#scoreAll(tree, goesOn);
      if (goesOn()) await this.#finish(tree, goesOn);
    } catch (error) {
      // When the whole program is gone, the page says so itself.
      if (error instanceof Error && run === this.run && this.desk.rules.lines.isOpen)
        this.failure = { tree, reason: error.message };
    } finally {
      if (this.desk.tree === tree) this.desk.changed();
      if (run === this.run) this.#end();
    }
  }

  /**
   * Analyses those positions of the main line that have not been analysed, from its end, so that the hash table already
   * knows what follows.
   * @param {Tree} tree
   * @param {() => boolean} goesOn
   */
  async #scoreAll(tree, goesOn) {
    try {
      for (;;) {
        const node = goesOn() && unscored(tree).at(-1);
        if (!node) return;
        const { done, all } = this.#extent;
        this.progress.textContent = texts.judging(done + 1, all);
        await this.#judgeNode(node, goesOn);
        this.curve.show();
      }
    } finally {
      for (const node of tree.main) judge(node);
    }
  }

  /**
   * Offers puzzles of the mistakes of a game that has been analysed completely.
   * @param {Tree} tree
   * @param {() => boolean} goesOn
   */
  async #finish(tree, goesOn) {
    Object.assign(tree, { isJudged: true, awaitsJudging: false });
    const puzzles = await puzzlesOf(tree, this.engine, goesOn);
    keepPuzzles(puzzles);
    this.review.offer(tree, puzzles.length);
  }
}

/** The course of a game: its graph, its review, and the analysis of all its positions. */

import { button, el, fill, select, set } from '../dom.js';
import { numberText } from '../languages/language.js';
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

export class Course {
  /**
   * @param {Desk} desk
   * @param {Engine} engine
   * @param {Play} play
   * @param {object} actions
   * @param {(node: Node, go: string, lines: number) => Promise<string | null>} actions.think searches a position
   * @param {() => void} actions.ended called when the engine is free again
   * @param {(error: Error) => void} actions.failed
   */
  constructor(desk, engine, play, { think, ended, failed }) {
    this.desk = desk;
    this.engine = engine;
    this.play = play;
    this.think = think;
    this.ended = ended;
    this.failed = failed;
    /** What the engine judges: the whole game, or a try at a better move. @type {'game' | 'try' | null} */
    this.judging = null;
    /** Numbers the analyses, so that one that was stopped ends. */
    this.run = 0;
    /**
     * The analysis of a game that has not ended: the positions that it has searched, and whether the player stopped
     * it. @type {{ tree: Tree, time: string, searched: Set<Node>, isStopped: boolean } | null}
     */
    this.part = null;
    this.curve = new Curve(desk);
    this.review = new Review(desk, play, { think: (node) => this.#judgeTry(node), ended });
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
      el('p', { class: 'quiet curve-sides' }, texts.curveSides),
    );
  }

  /** On a phone the evaluation is above the moves once there is one. */
  place() {
    const isJudged = this.judging === 'game' || !!this.desk.tree?.isJudged;
    this.element.toggleAttribute('data-judged', isJudged);
  }

  /** Nothing here helps a player during a game. @param {boolean} isLocked */
  lock(isLocked) {
    this.button.disabled = isLocked;
    this.time.disabled = isLocked;
    if (this.judging !== 'game') this.#rest(isLocked ? texts.gameRuns : '');
  }

  /** Shows that nothing is analysed now, and how far an analysis of the game has come. @param {string} [words] */
  #rest(words = '') {
    const { part } = this;
    const { tree } = this.desk;
    const isPart = !!tree && part?.tree === tree && part.searched.size > 0;
    const far = isPart ? texts.judgedPart(part.searched.size, tree.main.length) : '';
    this.progress.textContent = words || far;
    fill(this.button, isPart ? texts.judgeRest : texts.judgeGame);
  }

  /** Analyses the whole game, unless that has been done. */
  judgeOnce() {
    if (!this.desk.tree?.isJudged) this.#toggle();
  }

  /** Continues an analysis that ended because the player looked at something else. */
  goOn() {
    if (this.part?.tree === this.desk.tree && !this.part?.isStopped && !this.judging)
      this.#toggle();
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
      if (this.part) this.part.isStopped = true;
      this.stop();
    } else if (!this.play.running) this.#judgeAll().catch(this.failed);
  }

  /** @param {'game' | 'try'} what @returns {number} the number of the analysis */
  #begin(what) {
    this.judging = what;
    this.run += 1;
    return this.run;
  }

  #end() {
    this.run += 1;
    this.judging = null;
    this.#rest();
    this.ended();
  }

  /** @param {Node} node @param {() => boolean} goesOn whether the answer is still wanted */
  async #judgeNode(node, goesOn) {
    const { result } = node.position;
    if (result) {
      node.chance = chanceOf(result);
      return;
    }
    const best = await this.think(node, `movetime ${Number(this.time.value) || TIME}`, 1);
    if (goesOn()) node.best = best;
  }

  /** Analyses a position for as long as each position of a whole game. @param {Node} node */
  async #judgeTry(node) {
    const run = this.#begin('try');
    try {
      await this.#judgeNode(node, () => run === this.run);
    } finally {
      if (run === this.run) this.#end();
    }
  }

  async #judgeAll() {
    const { tree } = this.desk;
    if (!tree) return;
    const run = this.#begin('game');
    fill(this.button, texts.stop);
    this.place();
    this.element.scrollIntoView({ block: 'nearest' });
    const goesOn = () => run === this.run && this.desk.tree === tree && !this.play.running;
    try {
      await this.#judgeTree(tree, goesOn);
      if (this.desk.tree === tree) this.desk.changed();
    } catch (error) {
      // It would only fail again.
      if (this.part) this.part.isStopped = true;
      throw error;
    } finally {
      if (run === this.run) this.#end();
    }
  }

  /**
   * Analyses the main line from its end, so that the hash table already knows what follows.
   * @param {Tree} tree
   * @param {() => boolean} goesOn
   */
  async #judgeTree(tree, goesOn) {
    const { main } = tree;
    const time = this.time.value;
    const isSame = this.part?.tree === tree && this.part.time === time;
    const part = isSame && this.part ? this.part : { tree, time, searched: new Set() };
    this.part = { ...part, isStopped: false };
    const { searched } = this.part;
    for (const node of [...main].reverse()) {
      if (!goesOn()) break;
      if (searched.has(node)) continue;
      this.progress.textContent = texts.judging(searched.size + 1, main.length);
      await this.#judgeNode(node, goesOn);
      if (goesOn()) searched.add(node);
      this.curve.show();
    }
    for (const node of main) judge(node);
    if (!goesOn()) return;
    this.part = null;
    tree.isJudged = true;
    const puzzles = await puzzlesOf(tree, this.engine, goesOn);
    keepPuzzles(puzzles);
    this.review.offer(tree, puzzles.length);
  }
}

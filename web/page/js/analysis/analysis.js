/** The analysis view: the engine's lines, the evaluation graph, comments and tools. */

import { button, el, select } from '../dom.js';
import { enable } from '../needs.js';
import { keep, recall } from '../settings.js';
import { texts } from '../texts.js';
import { Bar } from './bar.js';
import { chanceOf, defendersChance, scoreText } from './chance.js';
import { CommentPanel } from './comments.js';
import { Course } from './course.js';
import { Editor } from './editor.js';
import { Explorer } from './explorer.js';
import { LineList } from './lines.js';
import { Preview } from './preview.js';
import { Proof } from './proof.js';
import { Threats } from './threats.js';

/**
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../game/play.js').Play} Play
 * @typedef {import('../game/tree.js').Node} Node
 * @typedef {import('../board/board.js').Board} Board
 * @typedef {import('../board/board.js').Arrow} Arrow
 * @typedef {import('../connection/engine.js').Engine} Engine
 * @typedef {import('../connection/engine.js').Line} Line
 */

/** Sends the event `changed` when the board must be redrawn. */
export class Analysis extends EventTarget {
  /**
   * @param {Desk} desk
   * @param {Engine} engine
   * @param {Board} board
   * @param {Play} play
   * @param {string} token
   */
  constructor(desk, engine, board, play, token) {
    super();
    this.desk = desk;
    this.engine = engine;
    this.play = play;
    this.isShown = false;
    /** Whether to analyse the whole game when the view is shown. */
    this.judgesNext = false;
    this.rests = false;
    /** @type {Line[]} */
    this.lines = [];

    this.bar = new Bar();
    this.list = new LineList(desk, (moves) => this.#playAll(moves));
    this.threats = new Threats(desk);
    this.threats.addEventListener('changed', () => this.#changed());
    this.course = new Course(desk, engine, play, {
      think: (node, go, lines) => {
        this.wasThinking = false;
        return this.#think(node, go, lines);
      },
      changed: () => this.#newPosition(),
    });
    this.proof = new Proof(desk, token, (moves) => this.#playAll(moves));
    this.explorer = new Explorer(desk, token, (move) => this.#playAll([move]));
    this.preview = new Preview(desk, this.list.element, this.explorer.moves);
    this.preview.addEventListener('changed', () => this.#changed());
    this.editor = new Editor(desk, board, () => {
      this.#newPosition();
      this.#changed();
    });
    const counts = ['1', '2', '3', '4', '5'].map(
      (count) => /** @type {[string, string]} */ ([count, count]),
    );
    this.count = select(counts, String(recall('lines', 3)), (value) => {
      keep('lines', Number(value));
      this.list.reserve(Number(value));
      this.#newPosition();
    });
    this.list.reserve(Number(this.count.value));
    /** Whether the user wants the engine to analyse. */
    this.isOn = recall('thinks', true);
    this.switch = el('input', { type: 'checkbox', role: 'switch', checked: this.isOn });
    this.switch.addEventListener('change', () => this.#turn(this.switch.checked));
    this.state = el('p', { class: 'facts', role: 'status' });
    /** Why the engine is off although the user wanted it. */
    this.fault = '';
    this.again = button(texts.engineAgain, () => this.#turn(true), { hidden: true });
    this.comments = new CommentPanel(desk, play);
    this.element = this.#enginePanel();
    this.tools = this.#toolsPanel();
    desk.addEventListener('node', () => this.#newPosition());
    desk.addEventListener('ruleset', () => this.editor.cancel());
    play.addEventListener('state', () => this.#newPosition());
    document.addEventListener('visibilitychange', () => this.#newPosition());
  }

  #enginePanel() {
    return el(
      'section',
      { class: 'panel analysis', 'aria-label': texts.analysis },
      el(
        'div',
        { class: 'panel-head' },
        el('h2', {}, texts.analysis),
        el('label', { class: 'inline' }, `${texts.lines} `, this.count),
        el('label', { class: 'inline' }, this.switch, ` ${texts.engineOn}`),
      ),
      this.list.element,
      el('p', { class: 'quiet signs' }, texts.signs),
      this.threats.element,
      this.state,
      this.again,
    );
  }

  #toolsPanel() {
    return el(
      'section',
      { class: 'panel tools', 'aria-label': texts.tools },
      el('h2', {}, texts.tools),
      this.editor.element,
      this.proof.element,
    );
  }

  /** The first moves of the engine's lines, and the threats. @returns {Arrow[]} */
  get arrows() {
    return [...this.#best, ...this.threats.arrows];
  }

  /** The first moves of the engine's lines. @returns {Arrow[]} */
  get #best() {
    const { judging, review } = this.course;
    if (!this.isShown || !this.isOn || judging === 'game' || review.isSeeking) return [];
    const legal = this.desk.node?.position.legal ?? [];
    return this.lines.flatMap((line) => {
      const move = legal.find(({ name }) => name === line.moves[0]);
      return move ? [{ from: move.from, to: move.to, rank: line.rank }] : [];
    });
  }

  /** Switches the engine on or off, as the user wants. @param {boolean} isOn */
  #turn(isOn) {
    Object.assign(this, { rests: false, fault: '', isOn });
    keep('thinks', isOn);
    this.#newPosition();
    this.#changed();
  }

  /** Pauses the engine until the user switches it on. */
  rest() {
    this.rests = true;
    this.isOn = false;
    this.switch.checked = false;
  }

  /** @param {boolean} shown */
  show(shown) {
    const changed = this.isShown !== shown;
    this.isShown = shown;
    if (!shown) {
      this.preview.end();
      this.editor.leave();
      this.course.stop();
    }
    this.explorer.show(shown);
    // A resumed game tells only after its moves which side the person played.
    if (shown) this.course.review.showSteps();
    if (changed) this.#newPosition();
    if (shown) this.editor.comeBack();
    if (shown && this.judgesNext) this.course.judgeOnce();
    else if (shown && !this.rests) this.course.resume();
    this.judgesNext = false;
  }

  /** Analyses the whole game when the view is shown next, unless that has been done. */
  judgeNext() {
    this.judgesNext = true;
  }

  #changed() {
    this.dispatchEvent(new Event('changed'));
  }

  /** Starts the analysis of the current position if the engine is on. */
  #newPosition() {
    const { node } = this.desk;
    // Save power in a hidden tab.
    const hasProgram = this.desk.rules.lines.isOpen;
    const isIdle = hasProgram && !this.play.running && !this.editor.isOpen && !document.hidden;
    // A player who seeks a better move wants no help.
    const { isSeeking } = this.course.review;
    this.course.place();
    this.#lock(this.play.running);
    const isJudging = this.course.judging === 'game';
    enable(this.switch, !isSeeking && !isJudging && !this.play.running);
    this.switch.checked = this.isOn && !this.switch.disabled;
    const thinks = this.isShown && this.isOn && isIdle && !isSeeking;
    this.bar.element.hidden = !thinks;
    this.threats.update(this.isShown && !isSeeking);
    if (!this.isShown || !node) {
      if (this.wasThinking) this.engine.stop();
      this.wasThinking = false;
      return;
    }
    this.again.hidden = this.fault === '' || this.play.running || isJudging;
    if (isJudging) this.#showNoLines();
    if (this.course.judging) return;
    const { result, side } = node.position;
    this.lines = [];
    this.list.show([], side);
    this.explorer.score([], side);
    this.list.element.hidden = !thinks || result !== null;
    this.#say(this.#stateOf(result));
    if (result) this.bar.show(chanceOf(result), '');
    else if (node.chance !== null && node.score)
      this.bar.show(node.chance, scoreText(node.score, side, 1));
    if (thinks && !result) {
      this.wasThinking = true;
      this.#think(node, 'infinite', Number(this.count.value)).catch((error) => this.#stop(error));
    } else if (this.wasThinking) {
      this.wasThinking = false;
      this.engine.stop();
    }
  }

  /** Tells why there are no lines while the whole game is analysed. */
  #showNoLines() {
    this.lines = [];
    this.list.show([], this.play.side);
    this.list.element.hidden = true;
    this.#say(texts.linesLater);
  }

  /** Nothing here helps a player during a game. @param {boolean} isLocked */
  #lock(isLocked) {
    this.course.lock(isLocked);
    enable(this.proof.button, !isLocked);
    this.editor.lock(isLocked);
  }

  /** @param {import('../connection/rules.js').Position['result']} result */
  #stateOf(result) {
    if (this.play.running) return '';
    if (this.fault) return this.fault;
    if (result) return texts.result(result);
    return this.rests ? texts.matchRuns : '';
  }

  /** @param {string} words */
  #say(words) {
    this.state.textContent = words;
  }

  /** Shows why there are no lines. An engine that has ended stays off until the user wants a fresh one. @param {Error} error */
  #stop(error) {
    const words = texts.failed(error.message);
    // When the whole program is gone, the page says so itself.
    const isHere = this.desk.rules.lines.isOpen;
    if (!this.engine.isOpen) {
      Object.assign(this, { isOn: false, fault: isHere ? words : '' });
      this.#newPosition();
      this.#changed();
    } else if (isHere) this.#say(words);
  }

  /**
   * @param {Node} node
   * @param {string} go
   * @param {number} lines
   */
  #think(node, go, lines) {
    const { tree } = this.desk;
    if (!tree) return Promise.resolve(null);
    return this.engine.search({
      ruleset: tree.ruleset,
      fen: tree.fen,
      moves: node.moves,
      go,
      lines,
      told: (line) => this.#hear(node, line),
    });
  }

  /**
   * @param {Node} node
   * @param {Line} line
   */
  #hear(node, line) {
    const { side } = node.position;
    if (line.rank === 1) {
      node.score = line.score;
      node.chance = defendersChance(line.score, line.wdl, side);
    }
    if (node !== this.desk.node) return;
    this.lines = [...this.lines.filter(({ rank }) => rank !== line.rank), line].sort(
      (a, b) => a.rank - b.rank,
    );
    if (this.drawing) return;
    // A search reports faster than a screen refreshes.
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      if (node !== this.desk.node || !this.isShown) return;
      if (this.course.judging !== 'game') this.list.show(this.lines, side, node);
      this.explorer.score(this.lines, side);
      if (node.chance !== null && node.score)
        this.bar.show(node.chance, scoreText(node.score, side, 1));
      this.#changed();
    });
  }

  /** @param {string[]} moves */
  async #playAll(moves) {
    if (this.play.running) return;
    for (const move of moves) await this.desk.play(move);
  }
}

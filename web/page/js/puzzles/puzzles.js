/** The room of puzzles: a puzzle on the board, tries, hints and the solution. */

import { linesOf, lookAt } from './look.js';
import { Refuter, refuted } from './refutation.js';
import { ALL, loadOwn, loadPuzzles, matching, nextPuzzle, usable } from './set.js';
import { PuzzlePanel } from './panel.js';
import { note, progress } from './progress.js';
import { keep, recall } from '../settings.js';
import { other } from '../game/play.js';
import { texts } from '../texts.js';
import { puzzleTexts } from '../texts-puzzles.js';

/**
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('../connection/rules.js').Position} Position
 * @typedef {import('./set.js').Puzzle} Puzzle
 * @typedef {import('./set.js').Filters} Filters
 *
 * @typedef {'none' | 'solving' | 'answering' | 'wrong' | 'done'} Stage none without a puzzle
 */

/** How long a player sees the own move before the reply, in milliseconds. */
const REPLY_DELAY = 450;

/** The hint that names the move. */
const LAST_HINT = 2;

/** The puzzle that a tab has open, which a reload brings back, and whether its result counts no more. */
const OPEN = 'open-puzzle';

/** It tells of changes by the event `changed`; then the board shows `scene`. */
export class Puzzles extends EventTarget {
  /**
   * @param {import('../game/desk.js').Desk} desk
   * @param {string} token
   * @param {{
   *   rules: (ruleset: string) => unknown,
   *   analyse: (puzzle: Puzzle, moves: string[]) => unknown,
   * }} elsewhere show the rules of a game, and a puzzle with its solution in the analysis
   */
  constructor(desk, token, { rules, analyse }) {
    super();
    this.desk = desk;
    this.refuter = new Refuter(token, desk.rules.alternates);
    /** The puzzles once they are loaded. @type {Puzzle[] | null} */
    this.all = null;
    this.isLoading = false;
    /** @type {Filters} */
    this.filters = ALL;
    /** The filters to begin with when the room is opened. @type {Filters | null} */
    this.wanted = null;
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** @type {Ruleset | null} */
    this.ruleset = null;
    /** The moves made on the board, and the positions before and after each. @type {string[]} */
    this.moves = [];
    /** @type {Position[]} */
    this.positions = [];
    /** The lines of the solution, once it is shown. @type {{ moves: string[], positions: Position[] }[]} */
    this.lines = [];
    /** The line on the board. */
    this.lineAt = 0;
    /** @type {Stage} */
    this.stage = 'none';
    /** Whether the result counts no more: it was noted, or help was asked for. */
    this.noted = false;
    this.hints = 0;
    /** Counts puzzles and tries, so that an answer that comes too late is dropped. */
    this.turn = 0;
    this.panel = new PuzzlePanel({
      next: () => this.next(),
      hint: () => this.hint(),
      takeBack: () => this.takeBack(),
      solution: () => this.showSolution(),
      analyse: () => this.puzzle && analyse(this.puzzle, this.lines[this.lineAt]?.moves ?? []),
      step: (line, ply) => this.stepTo(ply, line),
      filter: (filters) => this.#filter(filters),
      rules,
    });
    this.element = this.panel.element;
  }

  /** Loads the puzzles, and shows the first. */
  async open() {
    if (!this.hasProgram) {
      if (!this.puzzle) this.panel.say(texts.lost);
      return;
    }
    if (this.isLoading) return;
    if (this.all && !this.wanted) {
      const own = await loadOwn(this.desk);
      this.#offer([...own, ...this.all.filter(({ own }) => !own)], this.filters);
      return;
    }
    this.isLoading = true;
    if (!this.all) this.panel.say(puzzleTexts.loading);
    try {
      const puzzles = await loadPuzzles();
      const kept = { ...ALL, ...recall('puzzle-filters', { ruleset: this.#lastPlayed }) };
      if (this.wanted) keep(OPEN, { id: '' }, { inTab: true });
      this.#offer([...(await loadOwn(this.desk)), ...puzzles], this.wanted ?? kept);
      this.wanted = null;
    } finally {
      this.isLoading = false;
      if (!this.all) this.panel.say('');
    }
    const { id, noted } = recall(OPEN, { id: '', noted: false }, { inTab: true });
    const open = matching(this.all ?? [], this.filters).find((puzzle) => puzzle.id === id);
    await (open ? this.show(open, noted) : this.next());
  }

  /** Whether the program is there, which knows the moves. */
  get hasProgram() {
    return this.desk.rules.lines.isOpen;
  }

  /** Leaves the puzzle as it is: the program has gone. */
  lose() {
    this.panel.lose();
    this.#changed();
  }

  /** Shows the puzzles of the player's own games when the room is opened. */
  practise() {
    this.wanted = { ...ALL, source: 'own' };
  }

  /** @param {Puzzle[]} puzzles @param {Filters} filters */
  #offer(puzzles, filters) {
    this.all = puzzles;
    this.filters = usable(puzzles, filters);
    this.panel.offer(puzzles, this.desk.rules.rulesets, this.filters);
    this.panel.count(puzzles);
  }

  /** The ruleset of the latest game. */
  get #lastPlayed() {
    const { variant } = recall('new-game', { variant: '' });
    return variant || (this.desk.tree?.ruleset.variant ?? '');
  }

  /** @param {Filters} filters */
  #filter(filters) {
    this.filters = filters;
    keep('puzzle-filters', filters);
    return this.next();
  }

  /** Shows the next puzzle. */
  async next() {
    const found = matching(this.all ?? [], this.filters);
    this.panel.count(this.all ?? []);
    const puzzle = nextPuzzle(found, progress(), this.puzzle?.id ?? null);
    if (puzzle) await this.show(puzzle);
    else this.#clear();
  }

  /** Shows no puzzle and an empty board. */
  #clear() {
    this.turn += 1;
    this.refuter.stop();
    Object.assign(this, { puzzle: null, positions: [], moves: [], stage: 'none' });
    this.panel.clear();
    this.#changed();
  }

  /** @param {Puzzle} puzzle @param {boolean} [noted] whether its result counts no more */
  async show(puzzle, noted = false) {
    const turn = (this.turn += 1);
    this.refuter.stop();
    const [ruleset, positions] = await lookAt(this.desk, puzzle, []);
    if (turn !== this.turn || !ruleset) return;
    Object.assign(this, { puzzle, ruleset, positions, moves: [], stage: 'solving' });
    Object.assign(this, { noted, hints: 0 });
    this.#remember();
    this.panel.show(puzzle, progress(), ruleset.title);
    this.#changed();
  }

  /** The position on the board. */
  get position() {
    return this.positions[this.moves.length];
  }

  /** What the board shows. */
  get scene() {
    const { position, stage, puzzle, hints } = this;
    const next = position?.legal.find(({ name }) => name === this.#next);
    const showsNext = stage === 'done' || hints === LAST_HINT;
    return {
      fen: position?.fen ?? '',
      last: position?.last ?? null,
      legal: stage === 'solving' && puzzle && this.hasProgram ? (position?.legal ?? []) : [],
      arrows: showsNext && next ? [{ from: next.from, to: next.to, rank: 1 }] : [],
      marked: !showsNext && hints === 1 && next ? next.from : null,
    };
  }

  /**
   * Draws the puzzle.
   * @param {import('../board/board.js').Board} board
   * @param {Element} live what is read out to players who do not see the board
   * @param {boolean} showsThreats
   * @param {boolean} byMove whether a move led to the position
   */
  drawOn(board, live, showsThreats, byMove) {
    const { position, ruleset, scene } = this;
    if (ruleset && board.ruleset !== ruleset) board.setRuleset(ruleset);
    if (!position) {
      board.show({ fen: '', last: null, legal: [] });
      return;
    }
    board.show({ ...scene, threats: showsThreats ? position : null }, byMove);
    const { side, last } = position;
    if (byMove && last) live.textContent = texts.said(other(side), last.text);
  }

  /** The right move in the position on the board. */
  get #expected() {
    return this.stage === 'solving' ? this.puzzle?.solution[this.moves.length] : undefined;
  }

  /** The next move to point out: the right one, or that of the shown solution until several moves are right. */
  get #next() {
    const { stage, puzzle, moves, lines, lineAt } = this;
    if (stage !== 'done') return this.#expected;
    return moves.length < (puzzle?.solution.length ?? 0)
      ? lines[lineAt]?.moves[moves.length]
      : undefined;
  }

  #changed(byMove = false) {
    this.dispatchEvent(new CustomEvent('changed', { detail: { byMove } }));
    const canHint = this.hasProgram && this.hints < LAST_HINT;
    this.panel.update(this.stage, { noted: this.noted, canHint });
  }

  /** @param {string[]} moves @param {number} turn @returns {Promise<boolean>} whether it is still wanted */
  async #put(moves, turn) {
    if (!this.puzzle) return false;
    const [, positions] = await lookAt(this.desk, this.puzzle, moves);
    if (turn !== this.turn) return false;
    Object.assign(this, { moves, positions });
    return true;
  }

  /**
   * The player's move.
   * @param {string} name
   */
  async move(name) {
    const { puzzle } = this;
    if (!puzzle || this.stage !== 'solving') return;
    const turn = (this.turn += 1);
    const expected = this.#expected;
    const isRight = name === expected;
    this.stage = 'answering';
    this.hints = isRight ? 0 : this.hints;
    if (!(await this.#put([...this.moves, name], turn))) return;
    this.#changed(true);
    if (!isRight) {
      await this.#wrong(turn);
      return;
    }
    const reply = puzzle.solution[this.moves.length];
    if (reply === undefined) {
      this.#finish(true);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, REPLY_DELAY));
    if (turn !== this.turn || !(await this.#put([...this.moves, reply], turn))) return;
    this.stage = 'solving';
    this.panel.say(puzzleTexts.right, 'good');
    this.#changed(true);
  }

  /** @param {number} turn */
  async #wrong(turn) {
    const { puzzle, ruleset, moves, position } = this;
    if (!puzzle || !ruleset) return;
    this.#note(false);
    this.stage = 'wrong';
    this.panel.say(puzzleTexts.refuting);
    this.#changed();
    const played = position.last?.text ?? '';
    const refutation = await this.refuter.refute(ruleset, puzzle.fen, moves);
    if (turn !== this.turn) return;
    const [reply] = refutation.moves;
    if (reply && !(await this.#put([...moves, reply], turn))) return;
    const answer = (reply && this.position.last?.text) ?? '';
    this.panel.say(refuted(puzzle, refutation, played, answer, this.position.result), 'bad');
    this.#changed(true);
  }

  /** Takes a wrong move back, with the reply to it. */
  async takeBack() {
    const { puzzle, moves } = this;
    if (!puzzle || this.stage !== 'wrong') return;
    const turn = (this.turn += 1);
    this.refuter.stop();
    const right = moves.findIndex((move, ply) => move !== puzzle.solution[ply]);
    if (!(await this.#put(moves.slice(0, right), turn))) return;
    this.stage = 'solving';
    // The task stands above.
    this.panel.say('');
    this.#changed();
  }

  /** Names the piece, and then the move. */
  hint() {
    const expected = this.#expected;
    const move = this.position?.legal.find(({ name }) => name === expected);
    if (!move) return;
    this.#note(false);
    this.hints = Math.min(LAST_HINT, this.hints + 1);
    this.panel.say(
      this.hints === 1 ? puzzleTexts.hintPiece(move.from) : puzzleTexts.hintMove(move.text),
    );
    this.#changed();
  }

  /** Shows the whole solution, from its first position. */
  async showSolution() {
    if (!this.puzzle || this.stage === 'done') return;
    this.turn += 1;
    this.refuter.stop();
    this.#note(false);
    await this.#end(puzzleTexts.shown, 0);
  }

  /** @param {boolean} solved */
  async #finish(solved) {
    const alone = !this.noted;
    this.#note(solved);
    const words = alone ? puzzleTexts.solved : puzzleTexts.solvedWithHelp;
    await this.#end(words, this.moves.length, 'good');
  }

  /**
   * Shows the line of the solution to step through.
   * @param {string} words
   * @param {number} ply where to begin
   * @param {'good'} [tone]
   */
  async #end(words, ply, tone) {
    const { puzzle } = this;
    if (!puzzle) return;
    const turn = this.turn;
    const lines = await linesOf(this.desk, puzzle);
    if (turn !== this.turn) return;
    this.lines = lines;
    this.stage = 'done';
    this.#remember();
    this.panel.say(words, tone);
    this.panel.tree.show(lines, puzzle.solution.length);
    this.stepTo(ply, 0);
  }

  /**
   * Looks at a position of the solution.
   * @param {number} ply
   * @param {number} [at] the line
   */
  stepTo(ply, at = this.lineAt) {
    const line = this.lines[at];
    if (!this.puzzle || this.stage !== 'done' || !line) return;
    const forward = at === this.lineAt && ply === this.moves.length + 1;
    this.lineAt = at;
    this.positions = line.positions;
    this.moves = line.moves.slice(0, Math.max(0, ply));
    this.panel.tree.mark(at, this.moves.length);
    this.#changed(forward);
  }

  /** @param {'first' | 'back' | 'forward' | 'last'} where */
  step(where) {
    const at = this.moves.length;
    const ply = { first: 0, back: at - 1, forward: at + 1, last: Infinity }[where];
    this.stepTo(ply);
  }

  /** Remembers the puzzle for a reload until it is done. */
  #remember() {
    const id = this.stage === 'done' ? '' : (this.puzzle?.id ?? '');
    keep(OPEN, { id, noted: this.noted }, { inTab: true });
  }

  /**
   * Notes the result, once a puzzle.
   * @param {boolean} solved
   */
  #note(solved) {
    if (!this.puzzle || this.noted) return;
    this.noted = true;
    this.#remember();
    this.panel.standing(note(this.puzzle, solved));
  }
}

/** The exercises beside the rules: one for each rule, on the board. */

import { withDash } from '../analysis/lines.js';
import { button, el, fill, firstControl, keepFocus, say } from '../dom.js';
import { lessonTexts } from '../texts-learning.js';
import { isReached, lessonsOf } from './lessons.js';
import { whyWrong } from './wrong.js';

/**
 * @typedef {import('../connection/rules.js').Position} Position
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('./lessons.js').Lesson} Lesson
 */

/** The number of moves to and fro that a task names: the next one repeats the position before them. */
const NAMED = 3;

export class LessonPanel {
  /**
   * @param {Desk} desk
   * @param {(byMove: boolean) => void} changed the board should show another position of an exercise, or none
   */
  constructor(desk, changed) {
    this.desk = desk;
    this.changed = changed;
    /** @type {Ruleset | null} */
    this.ruleset = null;
    /** @type {Lesson[]} */
    this.lessons = [];
    /** The exercise on the board. @type {Lesson | null} */
    this.lesson = null;
    /** Its position: before the move, or after it. @type {Position | null} */
    this.position = null;
    /** Why the move is wrong. @type {import('./wrong.js').Reason | null} */
    this.wrong = null;
    /** The solved lessons. @type {Set<Lesson>} */
    this.solved = new Set();
    this.list = el('ol', { class: 'lesson-list' });
    this.help = el('p', { class: 'quiet' }, lessonTexts.help);
    this.task = el('p', { class: 'lesson-task' });
    this.said = el('p', { class: 'facts', role: 'status' });
    this.again = button(lessonTexts.again, () => this.#changing(() => this.#reset()));
    this.next = button(lessonTexts.next, () => this.#changing(() => this.#goOn()), {
      class: 'button primary',
    });
    this.leave = button(lessonTexts.leave, () => this.#changing(() => this.close()), {
      class: 'button link',
      hidden: true,
    });
    this.body = el(
      'div',
      { class: 'lesson', hidden: true },
      this.task,
      this.said,
      el('div', { class: 'controls' }, this.next, this.again),
    );
    this.loading = Promise.resolve();
    this.element = el(
      'section',
      { class: 'panel lessons', 'aria-label': lessonTexts.title, hidden: true },
      el('div', { class: 'panel-head' }, el('h2', {}, lessonTexts.title), this.leave),
      this.help,
      this.body,
      this.list,
    );
  }

  /**
   * Offers the exercises of a ruleset.
   * @param {Ruleset} ruleset
   * @returns {Promise<void>} settled when they are there
   */
  show(ruleset) {
    if (ruleset !== this.ruleset) {
      this.ruleset = ruleset;
      this.loading = this.#load(ruleset);
    }
    return this.loading;
  }

  /** @param {Ruleset} ruleset */
  async #load(ruleset) {
    this.element.hidden = true;
    this.close();
    const lessons = await lessonsOf(ruleset, (fen, moves) => this.desk.lookAt(ruleset, fen, moves));
    // Another ruleset may have replaced it in the meantime.
    if (ruleset !== this.ruleset) return;
    this.lessons = lessons;
    this.solved = new Set();
    this.element.hidden = lessons.length === 0;
    this.#list();
  }

  /** Does what a button says that may then be gone. Its focus goes to the exercise in the list. @param {() => void} change */
  #changing(change) {
    const open = () => this.list.querySelector('[aria-current]') ?? firstControl(this.element);
    keepFocus(this.element, change, open);
  }

  /** Leaves the exercises. */
  close() {
    if (!this.lesson) return;
    this.lesson = null;
    this.position = null;
    this.#list();
    this.changed(false);
  }

  /** Opens the exercise of a name, if the ruleset has it. @param {string} name */
  openNamed(name) {
    const lesson = this.lessons.find((known) => known.name === name);
    if (lesson) this.#open(lesson);
  }

  /** @param {Lesson} lesson */
  #open(lesson) {
    this.lesson = lesson;
    const moves = lesson.moves.slice(-NAMED).map(withDash).join(', ');
    this.task.textContent = lessonTexts.task(lesson.name, moves);
    this.#list();
    this.#reset();
    // The task is next to the board on a phone, too.
    this.element.scrollIntoView({ block: 'start' });
  }

  #list() {
    const isOpen = this.lesson !== null;
    this.body.hidden = !isOpen;
    this.leave.hidden = !isOpen;
    this.help.hidden = isOpen;
    fill(
      this.list,
      ...this.lessons.map((lesson) => {
        const mark = this.solved.has(lesson) ? ' ✓' : '';
        return el(
          'li',
          {},
          button(
            lessonTexts.names[lesson.name] + mark,
            () => this.#changing(() => this.#open(lesson)),
            {
              'aria-current': lesson === this.lesson ? 'step' : null,
            },
          ),
        );
      }),
    );
  }

  #reset() {
    if (!this.lesson) return;
    say(this.said, '');
    this.wrong = null;
    this.#show(this.lesson.position, false);
  }

  /** @param {Position} position @param {boolean} byMove */
  #show(position, byMove) {
    const { lesson } = this;
    this.position = position;
    this.next.hidden = !lesson || !this.solved.has(lesson);
    this.again.hidden = position === lesson?.position;
    this.changed(byMove);
  }

  /** Draws the position of the exercise. @param {import('../board/board.js').Board} board @param {boolean} animate */
  drawOn(board, animate) {
    const { lesson, position } = this;
    if (!lesson || !position) return;
    // One move is the whole answer, and the program judges it.
    const canTry = position === lesson.position && this.desk.rules.lines.isOpen;
    const legal = canTry ? position.legal : [];
    const { reply, hole } = this.wrong ?? {};
    const arrows = reply ? [{ from: reply.from, to: reply.to, rank: 1 }] : [];
    /** @type {import('../board/drawn.js').Drawn | null} */
    const drawn = hole ? new Map([[`${hole} ${hole}`, 'R']]) : null;
    board.show({ fen: position.fen, last: position.last, legal, arrows, drawn }, animate);
  }

  /**
   * The player's move in the exercise on the board.
   * @param {string} move
   */
  async move(move) {
    const { lesson, ruleset } = this;
    if (!lesson || !ruleset || this.position !== lesson.position) return;
    const after = await this.desk.lookAt(ruleset, lesson.fen, [...lesson.moves, move]);
    if (lesson !== this.lesson) return;
    const isRight = isReached(lesson.goal, after);
    if (isRight) {
      this.solved.add(lesson);
      say(this.said, lessonTexts.right, 'good');
    } else {
      this.wrong = whyWrong(lesson, after, ruleset);
      say(this.said, this.wrong.words, 'bad');
    }
    this.#list();
    this.#show(after, true);
    (isRight ? this.next : this.again).focus({ preventScroll: true });
  }

  /** Opens the next unsolved exercise. */
  #goOn() {
    const at = this.lesson ? this.lessons.indexOf(this.lesson) : -1;
    const order = [...this.lessons.slice(at + 1), ...this.lessons.slice(0, at + 1)];
    const next = order.find((lesson) => !this.solved.has(lesson));
    if (next) this.#open(next);
    else say(this.said, lessonTexts.allDone, 'good');
  }
}

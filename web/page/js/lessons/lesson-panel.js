/** The exercises beside the rules: a small board for each rule. */

import { Board } from '../board/board.js';
import { button, el, fill } from '../dom.js';
import { lessonTexts } from '../texts-learning.js';
import { isReached, lessonsOf } from './lessons.js';

/**
 * @typedef {import('../connection/rules.js').Position} Position
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('./lessons.js').Lesson} Lesson
 */

export class LessonPanel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** @type {Ruleset | null} */
    this.ruleset = null;
    /** @type {Lesson[]} */
    this.lessons = [];
    /** @type {Lesson | null} */
    this.lesson = null;
    /** The solved lessons. @type {Set<Lesson>} */
    this.solved = new Set();
    this.board = new Board('lesson-board');
    this.board.moved = (move) => this.#try(move.name).catch(() => {});
    this.list = el('ol', { class: 'lesson-list' });
    this.task = el('p', { class: 'lesson-task' });
    this.said = el('p', { class: 'facts', role: 'status' });
    this.again = button(lessonTexts.again, () => this.#reset());
    this.next = button(lessonTexts.next, () => this.#goOn(), { class: 'button primary' });
    this.body = el(
      'div',
      { class: 'lesson' },
      this.task,
      this.board.element,
      this.said,
      el('div', { class: 'controls' }, this.again, this.next),
    );
    this.loading = Promise.resolve();
    this.element = el(
      'section',
      { class: 'panel lessons', 'aria-label': lessonTexts.title, hidden: true },
      el('h2', {}, lessonTexts.title),
      el('p', { class: 'quiet' }, lessonTexts.help),
      this.list,
      this.body,
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
    const lessons = await lessonsOf(ruleset, (fen, moves) => this.desk.lookAt(ruleset, fen, moves));
    // Another ruleset may have replaced it in the meantime.
    if (ruleset !== this.ruleset) return;
    this.lessons = lessons;
    this.solved = new Set();
    this.board.setRuleset(ruleset);
    this.element.hidden = lessons.length === 0;
    if (lessons.length > 0) this.#open(lessons[0]);
  }

  /** @param {Lesson} lesson */
  #open(lesson) {
    this.lesson = lesson;
    this.task.textContent = lessonTexts.tasks[lesson.name];
    this.#reset();
    this.#list();
  }

  #list() {
    fill(
      this.list,
      ...this.lessons.map((lesson) => {
        const mark = this.solved.has(lesson) ? ' ✓' : '';
        return el(
          'li',
          {},
          button(lessonTexts.names[lesson.name] + mark, () => this.#open(lesson), {
            'aria-current': lesson === this.lesson ? 'step' : null,
          }),
        );
      }),
    );
  }

  #reset() {
    if (!this.lesson) return;
    this.said.textContent = '';
    this.#show(this.lesson.position, this.lesson.position.legal);
  }

  /**
   * @param {Position} position
   * @param {import('../connection/rules.js').Move[]} legal
   */
  #show(position, legal) {
    this.board.show({ fen: position.fen, last: position.last, legal }, true);
    this.next.hidden = !this.lesson || !this.solved.has(this.lesson);
  }

  /** @param {string} move */
  async #try(move) {
    const { lesson, ruleset } = this;
    if (!lesson || !ruleset) return;
    const after = await this.desk.lookAt(ruleset, lesson.fen, [move]);
    if (lesson !== this.lesson) return;
    const isRight = isReached(lesson.goal, after);
    if (isRight) this.solved.add(lesson);
    this.#show(after, []);
    this.said.textContent = isRight ? lessonTexts.right : lessonTexts.wrong;
    this.#list();
    (isRight ? this.next : this.again).focus({ preventScroll: true });
  }

  /** Opens the next unsolved exercise. */
  #goOn() {
    const at = this.lesson ? this.lessons.indexOf(this.lesson) : -1;
    const order = [...this.lessons.slice(at + 1), ...this.lessons.slice(0, at + 1)];
    const next = order.find((lesson) => !this.solved.has(lesson));
    if (next) this.#open(next);
    else this.said.textContent = lessonTexts.allDone;
  }
}

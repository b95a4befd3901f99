/** The panel beside a puzzle: the task, what to do, the player's standing, the choice of puzzles. */

import { button, el, fill, keepFocus, labelled, say, select } from '../dom.js';
import { texts } from '../texts.js';
import { puzzleTexts } from '../texts-puzzles.js';
import { ALL, difficulties, matching } from './set.js';
import { SolutionTree } from './solution.js';

/**
 * @typedef {import('./set.js').Puzzle} Puzzle
 * @typedef {import('./set.js').Filters} Filters
 * @typedef {import('./progress.js').Progress} Progress
 *
 * @typedef {object} Actions
 * @property {() => unknown} next
 * @property {() => unknown} hint
 * @property {() => unknown} takeBack
 * @property {() => unknown} solution
 * @property {() => unknown} analyse
 * @property {(line: number, ply: number) => unknown} step shows a position of the solution
 * @property {(filters: Filters) => unknown} filter
 * @property {(ruleset: string) => unknown} rules shows the rules of a game
 */

/** Between facts. It stays at the end of a line rather than begin the next. */
const SEPARATOR = '\u00a0· ';

export class PuzzlePanel {
  /**
   * @param {Actions} actions
   */
  constructor(actions) {
    this.actions = actions;
    this.filters = ALL;
    /** The choices of the filters. @type {{ option: HTMLOptionElement, name: keyof Filters, words: string }[]} */
    this.options = [];
    this.task = el('h2', {}, puzzleTexts.title);
    this.rules = el('p', { class: 'quiet' });
    this.facts = el('p', { class: 'facts' });
    this.words = el('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
    this.proven = el('p', { class: 'note' });
    this.player = el('p', { class: 'facts' });
    this.amount = el('p', { class: 'quiet' });
    const does = (/** @type {() => unknown} */ action) => () => this.#try(action);
    this.buttons = {
      takeBack: button(puzzleTexts.takeBack, does(actions.takeBack), { class: 'button primary' }),
      hint: button(puzzleTexts.hint, does(actions.hint), {
        title: `${puzzleTexts.notSolved} (h)`,
      }),
      solution: button(puzzleTexts.solution, does(actions.solution), {
        title: puzzleTexts.notSolved,
      }),
      next: button(puzzleTexts.next, does(actions.next), { title: 'n' }),
      analyse: button(texts.tabs.analyse, does(actions.analyse)),
    };
    /** Says what counts as a miss before it does. */
    this.counts = el('p', { class: 'note' });
    this.controls = el('div', { class: 'controls' }, ...Object.values(this.buttons));
    /** @type {Puzzle | null} */
    this.puzzle = null;
    this.choice = el('div', { class: 'field-columns' });
    this.tree = new SolutionTree(actions.step);
    this.element = el(
      'section',
      { class: 'panel puzzle-panel', 'aria-label': puzzleTexts.title },
      this.task,
      this.rules,
      this.words,
      this.controls,
      this.counts,
      this.tree.element,
      this.proven,
      this.facts,
      this.player,
      el('details', {}, el('summary', {}, puzzleTexts.filters), this.choice, this.amount),
    );
    // Until there is a puzzle.
    this.update('none');
  }

  /** Does something and reports if it fails. @param {() => unknown} action */
  async #try(action) {
    try {
      await action();
    } catch (error) {
      this.say(texts.failed(error instanceof Error ? error.message : String(error)), 'bad');
    }
  }

  /**
   * @param {string} words
   * @param {'good' | 'bad'} [tone] whether they are about a right or a wrong move
   */
  say(words, tone) {
    say(this.words, words, tone);
  }

  /**
   * Offers the filters that some puzzles pass.
   * @param {Puzzle[]} puzzles
   * @param {import('../connection/rules.js').RulesetName[]} rulesets
   * @param {Filters} filters the chosen ones
   */
  offer(puzzles, rulesets, filters) {
    this.filters = filters;
    this.options = [];
    const titles = new Map(rulesets.map(({ name, title }) => [name, title]));
    const values = (/** @type {(puzzle: Puzzle) => string[]} */ of) =>
      [...new Set(puzzles.flatMap(of))].sort();
    /** @type {[keyof Filters, string, [string, string][]][]} */
    const fields = [
      [
        'source',
        puzzleTexts.source,
        puzzles.some(({ own }) => own) ? [['own', puzzleTexts.own]] : [],
      ],
      [
        'ruleset',
        puzzleTexts.ruleset,
        values(({ ruleset }) => [ruleset])
          .map((name) => /** @type {[string, string]} */ ([name, titles.get(name) ?? name]))
          .sort(([, one], [, other]) => one.localeCompare(other)),
      ],
      [
        'side',
        puzzleTexts.side,
        values(({ side }) => [side]).map((side) => [
          side,
          puzzleTexts.sides[/** @type {import('./set.js').Side} */ (side)],
        ]),
      ],
      [
        'theme',
        puzzleTexts.theme,
        values(({ themes }) => themes).map((theme) => [theme, puzzleTexts.themes[theme] ?? theme]),
      ],
      [
        'difficulty',
        puzzleTexts.difficulty,
        Object.keys(difficulties)
          .filter((name) => matching(puzzles, { ...ALL, difficulty: name }).length > 0)
          .map((name) => [name, puzzleTexts.difficulties[name]]),
      ],
    ];
    fill(
      this.choice,
      ...fields.flatMap(([name, label, choices]) => {
        if (choices.length === 0) return [];
        /** @type {[string, string][]} */
        const all = [['', puzzleTexts.all], ...choices];
        const changed = (/** @type {string} */ value) => {
          this.filters = { ...this.filters, [name]: value };
          this.#try(() => this.actions.filter(this.filters));
        };
        const list = select(all, this.filters[name], changed);
        list.dataset.filter = name;
        const options = [...list.options].map((option, at) => ({
          option,
          name,
          words: all[at][1],
        }));
        this.options.push(...options);
        return labelled(label, list);
      }),
    );
  }

  /**
   * Counts the puzzles that pass the filters, and those that would pass with each other choice.
   * @param {Puzzle[]} puzzles
   */
  count(puzzles) {
    const passing = (/** @type {Partial<Filters>} */ change) =>
      matching(puzzles, { ...this.filters, ...change }).length;
    this.amount.textContent = puzzleTexts.count(passing({}));
    for (const { option, name, words } of this.options) {
      option.textContent = puzzleTexts.choice(words, passing({ [name]: option.value }));
    }
  }

  /** Offers nothing any more. */
  lose() {
    for (const made of Object.values(this.buttons)) made.disabled = true;
    for (const list of this.choice.querySelectorAll('select')) list.disabled = true;
  }

  /** Shows no puzzle. */
  clear() {
    this.puzzle = null;
    this.task.textContent = puzzleTexts.title;
    for (const place of [this.rules, this.proven, this.facts]) fill(place);
    this.tree.clear();
    this.say(puzzleTexts.none);
  }

  /**
   * @param {Puzzle} puzzle
   * @param {Progress} progress
   * @param {string} title of the ruleset
   */
  show(puzzle, progress, title) {
    const link = button(puzzleTexts.rules, () => void this.actions.rules(puzzle.ruleset), {
      class: 'button link',
    });
    fill(this.rules, `${title} `, link);
    this.task.textContent = puzzleTexts.task(puzzle.side, puzzle.goal, puzzle.plies);
    this.say('');
    this.proven.textContent = puzzleTexts.proof(puzzle.goal, puzzle.plies);
    this.facts.textContent = '';
    this.puzzle = puzzle;
    this.tree.clear();
    this.standing(progress);
  }

  /** @param {Progress} progress */
  standing({ player, streak, best, attempts, reviews }) {
    const solved = attempts.filter((attempt) => attempt.solved).length;
    const due = Object.values(reviews).length;
    this.player.textContent = [
      puzzleTexts.rating(Math.round(player.rating), Math.round(player.deviation)),
      puzzleTexts.streak(streak, best),
      puzzleTexts.history(solved, attempts.length),
      due > 0 ? puzzleTexts.due(due) : '',
    ]
      .filter(Boolean)
      .join(SEPARATOR);
  }

  /**
   * @param {import('./puzzles.js').Stage} stage
   * @param {{ noted?: boolean, canHint?: boolean }} [state] whether the result counts no more, and whether a hint is left
   */
  update(stage, { noted = false, canHint = true } = {}) {
    const { takeBack, hint, solution, next, analyse } = this.buttons;
    const isOver = stage === 'done' || stage === 'none';
    this.counts.textContent = noted ? puzzleTexts.counted : puzzleTexts.countsHelp;
    this.counts.hidden = isOver;
    keepFocus(this.controls, () => {
      takeBack.hidden = stage !== 'wrong';
      hint.hidden = isOver || stage === 'wrong';
      hint.disabled = !canHint;
      solution.hidden = isOver;
      next.hidden = stage === 'none';
      analyse.hidden = stage !== 'done';
    });
    next.classList.toggle('primary', stage === 'done');
    if (stage !== 'done' || !this.puzzle) return;
    // Themes and rating would give the solution away before.
    const { themes, rating, id } = this.puzzle;
    this.facts.textContent = [
      ...themes.map((theme) => puzzleTexts.themes[theme] ?? theme),
      puzzleTexts.puzzleRating(rating),
      this.puzzle.own ? '' : puzzleTexts.id(id),
    ]
      .filter(Boolean)
      .join(SEPARATOR);
  }
}

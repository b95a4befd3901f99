/** The room in which a ruleset is changed, tried, judged by quick games, and saved. */

import { Kinds } from '../board/kinds.js';
import { piecesOf } from '../board/squares.js';
import { button, el, fill, labelled, select } from '../dom.js';
import { freeTitle, keepOwn } from '../game/own-rulesets.js';
import { rulesetList } from '../game/ruleset-list.js';
import { needing } from '../needs.js';
import { download } from '../records/picture.js';
import { designTexts } from '../texts-design.js';
import { texts } from '../texts.js';
import { Balance } from './balance.js';
import { keepDraft, recallDraft } from './draft.js';
import { fieldGroups, withValue } from './fields.js';
import { missing, resized, sideOf, turns, widened, withPieces } from './shape.js';

/**
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('../connection/rules.js').RulesetFields} RulesetFields
 * @typedef {import('../connection/rules.js').WrittenRuleset} WrittenRuleset
 * @typedef {import('./draft.js').Draft} Draft
 */

/** The shortest and the longest side of a board. */
const [MIN_SIDE, MAX_SIDE] = [5, 19];

/** How the names of own rulesets begin. No ruleset of the program has such a name. */
const OWN = 'own-';

/** A title as one word: the name of the ruleset. @param {string} title */
function nameFrom(title) {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const word = plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return `${OWN}${word || 'game'}`;
}

/** Sends the event `changed` when the board should show other rules. */
export class DesignRoom extends EventTarget {
  /**
   * @param {import('../game/desk.js').Desk} desk
   * @param {import('../board/board.js').Board} board
   * @param {string} token
   * @param {{ play: (variant: string) => Promise<unknown>, failed: (error: unknown) => void }} actions
   */
  constructor(desk, board, token, { play, failed }) {
    super();
    this.desk = desk;
    this.board = board;
    this.isShown = false;
    this.failed = failed;
    /** The rules as they are, which the program has accepted. @type {Ruleset | null} */
    this.shown = null;
    /** @type {RulesetFields | null} */
    this.answer = null;
    /** The rules on the widest board so far, with what a smaller one has no room for. @type {WrittenRuleset | null} */
    this.wide = null;
    /** The game that is changed. */
    this.base = '';
    /** Whether the rules have been changed since they began. */
    this.isChanged = false;
    /** The rules that are shown, and their game. @type {Pick<Draft, 'base' | 'ruleset'> | null} */
    this.draft = null;
    /** Changed rules whose place others took. @type {Draft | null} */
    this.replaced = null;
    /** The latest change. The next one, and whatever needs the rules, waits for it. */
    this.pending = Promise.resolve();
    /** The open parts of the form. */
    this.opened = new Set(['king']);
    this.kinds = new Kinds();
    this.symmetric = el('input', { type: 'checkbox', checked: true });
    this.title = el('input', { type: 'text', maxlength: 60, required: true });
    this.title.addEventListener('change', () => this.#rename());
    this.bases = el('div', {});
    this.shape = el('div', { class: 'editor' });
    this.fields = el('div', { class: 'design-form' });
    this.error = el('p', { class: 'error', role: 'alert' });
    this.told = el('ul', {});
    this.note = el('p', { class: 'facts', role: 'status' });
    this.again = needing(button(designTexts.startAgain, () => this.begin(this.base)));
    this.back = needing(button('', () => this.#bringBack()));
    this.balance = new Balance(token, () => this.#settled());
    const playIt = async () => {
      const { shown } = await this.#settled();
      if (!shown) return;
      keepOwn(shown.variant);
      await play(shown.variant);
    };
    this.elements = [
      el(
        'section',
        { class: 'panel design', 'aria-label': designTexts.title },
        el('h2', {}, designTexts.title),
        el('p', { class: 'quiet' }, designTexts.help),
        this.bases,
        labelled(designTexts.name, this.title),
        this.shape,
        this.fields,
        el(
          'div',
          { class: 'design-actions' },
          this.error,
          el(
            'div',
            { class: 'controls' },
            needing(
              button(designTexts.play, () => playIt().catch(failed), { class: 'button primary' }),
            ),
            button(designTexts.save, () => this.#save().catch(failed)),
            this.again,
            this.back,
          ),
          this.note,
        ),
      ),
      this.balance.element,
      el(
        'section',
        { class: 'panel rules', 'aria-label': designTexts.words },
        el('h2', {}, designTexts.words),
        el('div', { class: 'rules-body' }, this.told),
      ),
    ];
    this.#hide(true);
  }

  /** Shows the panels, or hides them while they are empty, so that none moves when another is filled. @param {boolean} hidden */
  #hide(hidden) {
    for (const element of this.elements) element.hidden = hidden;
  }

  /** Begins with a game, unless it is being changed already. @param {Ruleset | undefined} ruleset */
  open(ruleset) {
    if (!ruleset || this.base === ruleset.variant || this.shown?.variant === ruleset.variant)
      return;
    const draft = this.base ? null : recallDraft();
    if (draft?.base === ruleset.variant) return this.#resume(draft);
    if (draft) this.replaced = draft.isChanged ? draft : (draft.replaced ?? null);
    this.begin(ruleset.variant, ruleset.alternates);
  }

  /** @param {Draft} draft */
  #resume({ base, ruleset, isChanged, replaced }) {
    this.base = base;
    this.#after(async () => {
      this.#setAside();
      this.isChanged = isChanged;
      if (replaced) this.replaced = replaced;
      await this.#apply(ruleset);
      if (this.shown) return;
      // Another version of the program may refuse them.
      this.isChanged = false;
      await this.#begin(base, []);
    });
  }

  /** Makes room for other rules. Changed ones can be brought back. */
  #setAside() {
    if (this.isChanged && this.draft) this.replaced = { ...this.draft, isChanged: true };
    this.isChanged = false;
    this.wide = null;
  }

  /** Enters or leaves the room. In it a click on the board changes the start position. @param {boolean} shown */
  show(shown) {
    if (shown && !this.base) {
      const draft = recallDraft();
      if (draft) this.#resume(draft);
      else this.open(this.desk.tree?.ruleset);
    }
    if (shown === this.isShown) return;
    this.isShown = shown;
    this.board.edited = shown ? (square) => this.#put(square) : null;
    if (!shown) this.balance.stop();
  }

  /**
   * @param {string} variant
   * @param {[string, string][]} [alternates]
   */
  begin(variant, alternates = []) {
    // Set at once, so that entering the room in the meantime does not begin again.
    this.base = variant;
    return this.#after(() => this.#begin(variant, alternates));
  }

  /** Does something after all changes before. @param {() => Promise<unknown>} act */
  #after(act) {
    this.pending = this.pending.then(async () => void (await act())).catch(this.failed);
    return this.pending;
  }

  /** Waits for the latest change. */
  async #settled() {
    await this.pending;
    return { shown: this.shown, answer: this.answer };
  }

  /** @param {string} variant @param {[string, string][]} alternates */
  async #begin(variant, alternates) {
    this.#setAside();
    const { ruleset } = await this.desk.aside(async () => {
      await this.desk.rules.choose(variant, alternates);
      return this.desk.rules.fields();
    });
    const isOwn = ruleset.name.startsWith(OWN);
    const title = isOwn
      ? ruleset.title
      : freeTitle(designTexts.nameOf(ruleset.title.split(',')[0]));
    const source = isOwn ? ruleset.source : `Based on ${ruleset.title}.`;
    await this.#apply({ ...ruleset, title, source, name: nameFrom(title) });
  }

  /** Changes the rules after all changes before. @param {(ruleset: WrittenRuleset) => WrittenRuleset} change */
  #change(change) {
    this.#after(async () => {
      if (!this.answer) return;
      this.isChanged = true;
      await this.#apply(change(this.answer.ruleset));
    });
  }

  /** Brings back the rules whose place others took. */
  #bringBack() {
    const { replaced } = this;
    if (!replaced) return;
    this.replaced = null;
    this.#resume({ base: replaced.base, ruleset: replaced.ruleset, isChanged: true });
    // The button goes away.
    this.again.focus();
  }

  /**
   * Asks the program for these rules, and shows them if they can be played.
   * @param {WrittenRuleset} ruleset
   */
  async #apply(ruleset) {
    const { rules } = this.desk;
    const lacks = missing(ruleset);
    try {
      if (lacks) throw new Error(designTexts.missing[lacks]);
      const [shown, answer] = await this.desk.aside(async () => [
        await rules.choose(JSON.stringify(ruleset)),
        await rules.fields(),
      ]);
      this.error.textContent = '';
      this.shown = shown;
      this.answer = answer;
      this.draft = { base: this.base, ruleset };
      keepDraft({ ...this.draft, isChanged: this.isChanged, replaced: this.replaced });
      this.balance.compare(answer);
      this.note.textContent = '';
    } catch (error) {
      // The form shows the last rules that can be played.
      this.error.textContent = texts.failed(error instanceof Error ? error.message : String(error));
    }
    this.#show();
    this.dispatchEvent(new Event('changed'));
  }

  #show() {
    const { shown, answer } = this;
    if (!shown || !answer) return;
    this.#hide(false);
    const { ruleset } = answer;
    const focused = document.activeElement?.id;
    const list = rulesetList(this.desk.rules.rulesets, this.base);
    list.id = 'design-base';
    list.addEventListener('change', () => this.begin(list.value));
    fill(this.bases, labelled(designTexts.base, list));
    // Not while it is being typed.
    if (document.activeElement !== this.title) this.title.value = ruleset.title;
    this.#showShape(ruleset);
    const changed = (/** @type {string} */ name, /** @type {unknown} */ value) =>
      this.#change((latest) => withValue(latest, name, value));
    fill(this.fields, ...fieldGroups(answer.fields, ruleset, this.opened, changed));
    if (focused) document.getElementById(focused)?.focus();
    this.back.hidden = !this.replaced;
    this.back.textContent = this.replaced ? designTexts.backTo(this.replaced.ruleset.title) : '';
    fill(this.told, ...shown.told.map(([, sentence]) => el('li', {}, sentence)));
  }

  /** @param {WrittenRuleset} ruleset */
  #showShape(ruleset) {
    const side = sideOf(ruleset);
    const sizes = [];
    for (let size = MIN_SIDE + ((side - MIN_SIDE) % 2); size <= MAX_SIDE; size += 2) {
      sizes.push(/** @type {[string, string]} */ ([String(size), String(size)]));
    }
    const size = select(sizes, String(side), (value) =>
      this.#change((latest) => this.#resized(latest, Number(value))),
    );
    const symmetric = el('label', { class: 'inline' }, this.symmetric, ` ${designTexts.symmetric}`);
    size.id = 'design-side';
    fill(
      this.shape,
      labelled(designTexts.side, size),
      el('span', { class: 'field-label' }, designTexts.pieces),
      el('div', { class: 'design-pieces' }, this.kinds.element, symmetric),
    );
  }

  /** @param {WrittenRuleset} ruleset @param {number} side */
  #resized(ruleset, side) {
    const full = this.wide ? widened(ruleset, this.wide) : ruleset;
    this.wide = full;
    return resized(full, side);
  }

  /** Places or clears a piece of the start position. @param {string} square */
  #put(square) {
    this.#change((ruleset) => {
      const pieces = piecesOf(ruleset.start);
      const isOne = !this.symmetric.checked || this.kinds.chosen === 'K';
      const squares = isOne ? [square] : turns(square, sideOf(ruleset));
      const before = pieces.get(square) === this.kinds.chosen;
      for (const place of squares) {
        // All become what the first becomes.
        if ((pieces.get(place) === this.kinds.chosen) === before) this.kinds.put(pieces, place);
      }
      return withPieces(ruleset, pieces);
    });
  }

  #rename() {
    const title = this.title.value.trim();
    if (title) this.#change((ruleset) => ({ ...ruleset, title, name: nameFrom(title) }));
  }

  async #save() {
    const { answer } = await this.#settled();
    if (!answer) return;
    const { ruleset, file } = answer;
    const name = `${ruleset.name}.toml`;
    download(name, new Blob([file], { type: 'application/toml' }));
    this.note.textContent = designTexts.saved(name);
  }

  /** Draws the start position. */
  draw() {
    const { board, shown } = this;
    if (!shown) return;
    if (board.ruleset !== shown) board.setRuleset(shown);
    board.show({ fen: shown.start, last: null, legal: [] }, false);
  }
}

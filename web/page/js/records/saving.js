/** Saving and sharing the game on the board: files, text to copy, pictures. */

import { keepGames, resultFields, writeGames } from '../connection/games.js';
import { button, el } from '../dom.js';
import { lineOf } from '../game/line.js';
import { enable, needing } from '../needs.js';
import { explorerTexts } from '../texts-explorer.js';
import { fail, say } from '../outcome.js';
import { recordTexts } from '../texts-records.js';
import { texts } from '../texts.js';
import { recordTime } from './date.js';
import { filmOf } from './film.js';
import { writeLink } from './link.js';
import { download, pngOf, svgOf } from './picture.js';

/**
 * @typedef {import('../board/board.js').Board} Board
 * @typedef {import('../connection/games.js').RecordedGame} RecordedGame
 * @typedef {import('../game/desk.js').Desk} Desk
 */

/** File extensions by format. @type {Record<string, string>} */
const EXTENSIONS = { record: 'txt', otg: 'otg', moves: 'moves', json: 'json', page: 'html' };

/** The sides that begin on the boards of hnefatafl.org. Its files have room for no others. @type {Record<number, string>} */
const BEGINNERS = { 7: 'defenders', 11: 'attackers', 13: 'attackers' };

/** Whether a game can be a file of hnefatafl.org. @param {import('../game/tree.js').Tree} tree */
const isOfTheSite = ({ ruleset, root }) => BEGINNERS[ruleset.side] === root.position.side;

export class Saving {
  /**
   * @param {Desk} desk
   * @param {Board} board
   * @param {string} token
   * @param {Promise<boolean>} hasDatabase whether the program has a database open
   */
  constructor(desk, board, token, hasDatabase) {
    this.desk = desk;
    this.board = board;
    this.token = token;
    this.hasDatabase = hasDatabase;
    this.saved = el('p', { class: 'facts', role: 'status' });
    this.fields = {
      fen: this.#field(recordTexts.fen),
      otn: this.#field(recordTexts.otn),
      rules: this.#field(texts.rulesString),
      link: this.#field(recordTexts.link),
    };
    this.filming = el('p', { class: 'facts', role: 'status' });
    this.filmButton = button(recordTexts.saveGif, () => this.#film());
    this.formats = Object.entries(recordTexts.saveAs).map(([format, words]) =>
      needing(button(words, () => this.#save(format), { 'data-format': format })),
    );
    // Shown once the program is known to have a database open.
    this.keepButton = needing(button(explorerTexts.keep, () => this.keep(), { hidden: true }));
    this.hasDatabase.then((has) => (this.keepButton.hidden = !has));
    this.element = el(
      'section',
      { class: 'panel', 'aria-label': recordTexts.save },
      el('h2', {}, recordTexts.save),
      el('div', { class: 'controls' }, ...this.formats, this.keepButton),
      el('p', { class: 'quiet' }, recordTexts.saveHelp),
      this.saved,
      ...Object.values(this.fields).map((field) => field.element),
      el('h3', {}, recordTexts.picture),
      el(
        'div',
        { class: 'controls' },
        button(recordTexts.saveSvg, () => this.#picture('svg')),
        button(recordTexts.savePng, () => this.#picture('png')),
      ),
      el('h3', {}, recordTexts.film),
      el('p', { class: 'quiet' }, recordTexts.filmHelp),
      el('div', { class: 'controls' }, this.filmButton),
      this.filming,
    );
    desk.addEventListener('ruleset', () => say(this.saved, ''));
    for (const event of ['tree', 'node']) desk.addEventListener(event, () => this.#show());
  }

  /** @param {string} words */
  #field(words) {
    const input = el('input', { type: 'text', readonly: true, 'aria-label': words });
    const copy = async () => {
      input.select();
      await navigator.clipboard.writeText(input.value).catch(() => document.execCommand('copy'));
      say(this.saved, recordTexts.copied);
    };
    const row = el(
      'span',
      { class: 'copy' },
      input,
      button(recordTexts.copy, copy, { 'aria-label': `${recordTexts.copy}: ${words}` }),
    );
    const element = el('div', { class: 'field' }, el('span', { class: 'field-label' }, words), row);
    return { input, element };
  }

  #show() {
    const { tree, node } = this.desk;
    if (!tree || !node) return;
    const { ruleset } = tree;
    enable(this.keepButton, this.#hasMoves);
    for (const made of this.formats)
      made.hidden = made.dataset.format === 'json' && !isOfTheSite(tree);
    this.fields.fen.input.value = node.position.fen;
    this.fields.otn.input.value = node.position.otn;
    this.fields.rules.input.value = ruleset.otn;
    this.fields.rules.element.hidden = !ruleset.otn;
    this.fields.link.input.value = writeLink({ ...ruleset, fen: tree.fen, moves: node.moves });
  }

  /** The game with its variations as a record. @returns {RecordedGame} */
  #record() {
    const { tree, result } = this.desk;
    if (!tree) throw new Error('no game');
    return {
      event: tree.event,
      date: tree.date || recordTime(Date.now()),
      variant: tree.ruleset.variant,
      rules: tree.ruleset.alternates,
      attackers: tree.players.attackers,
      defenders: tree.players.defenders,
      fen: tree.fen,
      moves: lineOf(tree.root, false).slice(0, tree.main.length - 1),
      comment: tree.root.comment,
      ...resultFields(result),
    };
  }

  /** Whether the game on the board has a move. One without any says nothing in a database. */
  get #hasMoves() {
    return (this.desk.tree?.root.children.length ?? 0) > 0;
  }

  /** Adds a game that has just ended to the database, unless it had ended before and its end was taken back. */
  async keepEnded() {
    if (this.desk.tree?.isInDatabase) say(this.saved, explorerTexts.keptBefore);
    else await this.keep();
  }

  /** Adds the game to the program's database, if one is open and the game has a move. */
  async keep() {
    const { tree } = this.desk;
    if (!tree || !this.#hasMoves || !(await this.hasDatabase)) return;
    try {
      await keepGames(this.token, [this.#record()]);
      tree.isInDatabase = true;
      say(this.saved, explorerTexts.kept);
    } catch (error) {
      fail(this.saved, error);
    }
  }

  /** The game's ruleset and its day, if it is known: `tablut-2026-01-31`. */
  #fileName() {
    const { variant, date } = this.#record();
    const day = /^[\d.]{10}/.exec(date)?.[0].replaceAll('.', '-');
    return day ? `${variant}-${day}` : variant;
  }

  /** @param {string} format */
  async #save(format) {
    try {
      const text = await writeGames(this.token, [this.#record()], format);
      const type = format === 'page' ? 'text/html' : 'text/plain';
      download(`${this.#fileName()}.${EXTENSIONS[format]}`, new Blob([text], { type }));
      say(this.saved, '');
    } catch (error) {
      fail(this.saved, error);
    }
  }

  /** Saves the moves up to the viewed position as an animated picture; all of them at the first position. */
  async #film() {
    const { tree, node } = this.desk;
    if (!tree || !node) return;
    const nodes = node === tree.root ? tree.main : node.path;
    this.filmButton.disabled = true;
    try {
      const told = (/** @type {number} */ done) =>
        say(this.filming, recordTexts.filming(done, nodes.length));
      download(
        `${this.#fileName()}.gif`,
        await filmOf(tree.ruleset, nodes, this.board.flipped, told),
      );
      say(this.filming, '');
    } catch (error) {
      fail(this.filming, error);
    } finally {
      this.filmButton.disabled = false;
    }
  }

  /** @param {'svg' | 'png'} kind */
  async #picture(kind) {
    const blob =
      kind === 'svg'
        ? new Blob([svgOf(this.board)], { type: 'image/svg+xml' })
        : await pngOf(this.board);
    download(`${this.#fileName()}.${kind}`, blob);
  }
}

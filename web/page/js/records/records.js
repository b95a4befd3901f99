/** The view of records: opening and saving games and positions. */

import { readGames, resultOf, writeGame } from '../connection/games.js';
import { button, el, fill, labelled } from '../dom.js';
import { lineOf } from '../game/line.js';
import { texts } from '../texts.js';
import { writeLink } from './link.js';
import { download, pngOf, svgOf } from './picture.js';

/**
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../game/play.js').Play} Play
 * @typedef {import('../board/board.js').Board} Board
 * @typedef {import('../connection/games.js').RecordedGame} RecordedGame
 */

/** The extensions of files. @type {Record<string, string>} */
const EXTENSIONS = { record: 'txt', otg: 'otg', moves: 'moves', json: 'json' };

export class Records {
  /**
   * @param {Desk} desk
   * @param {Board} board
   * @param {Play} play
   * @param {string} token
   * @param {() => void} opened a game was opened
   */
  constructor(desk, board, play, token, opened) {
    this.desk = desk;
    this.board = board;
    this.play = play;
    this.token = token;
    this.opened = opened;
    // What came of opening, and of saving.
    this.message = el('p', { class: 'facts', role: 'status' });
    this.saved = el('p', { class: 'facts', role: 'status' });
    this.rulesInForce = el('p', { class: 'quiet' });
    this.text = el('textarea', { rows: 4, placeholder: texts.pasteHint, spellcheck: 'false' });
    this.games = el('ul', { class: 'games' });
    this.file = el('input', {
      type: 'file',
      accept: '.txt,.games,.otg,.json,.moves',
      hidden: true,
      'aria-label': texts.openFile,
    });
    this.file.addEventListener('change', async () => {
      const file = this.file.files?.[0];
      if (file) await this.#read(await file.text());
      this.file.value = '';
    });
    this.fields = {
      fen: this.#field(texts.fen),
      otn: this.#field(texts.otn),
      rules: this.#field(texts.rulesString),
      link: this.#field(texts.link),
    };
    const formats = Object.entries(texts.saveAs);
    this.element = el(
      'div',
      { class: 'panels' },
      el(
        'section',
        { class: 'panel', 'aria-label': texts.open },
        el('h2', {}, texts.open),
        el(
          'div',
          { class: 'controls' },
          button(texts.openFile, () => this.file.click()),
          this.file,
        ),
        labelled(texts.paste, this.text),
        this.rulesInForce,
        el(
          'div',
          { class: 'controls' },
          button(texts.read, () => this.#read(this.text.value), { class: 'button primary' }),
        ),
        this.message,
        this.games,
      ),
      el(
        'section',
        { class: 'panel', 'aria-label': texts.save },
        el('h2', {}, texts.save),
        el(
          'div',
          { class: 'controls' },
          ...formats.map(([format, words]) => button(words, () => this.#save(format))),
        ),
        el('p', { class: 'quiet' }, texts.saveHelp),
        this.saved,
        ...Object.values(this.fields).map((field) => field.element),
        el('h3', {}, texts.picture),
        el(
          'div',
          { class: 'controls' },
          button(texts.saveSvg, () => this.#picture('svg')),
          button(texts.savePng, () => this.#picture('png')),
        ),
      ),
    );
    for (const event of ['tree', 'node']) desk.addEventListener(event, () => this.#show());
  }

  /** @param {string} words */
  #field(words) {
    const input = el('input', { type: 'text', readonly: true, 'aria-label': words });
    const copy = async () => {
      input.select();
      await navigator.clipboard.writeText(input.value).catch(() => document.execCommand('copy'));
      say(this.saved, texts.copied);
    };
    const row = el(
      'span',
      { class: 'copy' },
      input,
      button(texts.copy, copy, { 'aria-label': `${texts.copy}: ${words}` }),
    );
    const element = el('div', { class: 'field' }, el('span', { class: 'field-label' }, words), row);
    return { input, element };
  }

  #show() {
    const { tree, node } = this.desk;
    if (!tree || !node) return;
    const { ruleset } = tree;
    this.rulesInForce.textContent = texts.pasteHelp(ruleset.title);
    this.fields.fen.input.value = node.position.fen;
    this.fields.otn.input.value = node.position.otn;
    this.fields.rules.input.value = ruleset.otn;
    this.fields.rules.element.hidden = !ruleset.otn;
    this.fields.link.input.value = writeLink({ ...ruleset, fen: tree.fen, moves: node.moves });
  }

  /** @param {string} text */
  async #read(text) {
    const words = text.trim();
    if (!words) return;
    try {
      if (!(await this.#readPosition(words)))
        await this.#readGames(text.endsWith('\n') ? text : `${text}\n`);
    } catch (error) {
      fail(this.message, error);
    }
  }

  /**
   * Reads a position or a rules string; false if the text is neither.
   * @param {string} text
   */
  async #readPosition(text) {
    const ruleset = this.desk.tree?.ruleset;
    if (!ruleset) return false;
    this.play.end();
    if (/^dim:\d/.test(text)) {
      await this.desk.begin(text);
    } else if (/^\/[\dtTK/]+\/ (attackers|defenders)$/.test(text)) {
      const { fen } = await this.desk.rules.lookOtn(text);
      await this.desk.begin(ruleset.variant, ruleset.alternates, fen);
    } else if (/^[\dtTK]+(\/[\dtTK]+)+ [ad]( \S+)?$/.test(text)) {
      await this.desk.begin(ruleset.variant, ruleset.alternates, text);
    } else {
      return false;
    }
    this.opened();
    return true;
  }

  /** @param {string} text */
  async #readGames(text) {
    const variant = this.desk.tree?.ruleset.variant ?? '';
    const games = await readGames(this.token, text, variant);
    say(this.message, texts.gamesFound(games.length));
    fill(this.games, ...games.slice(0, 500).map((game, index) => this.#game(game, index + 1)));
    if (games.length === 1) await this.openGame(games[0]);
  }

  /**
   * @param {RecordedGame} game
   * @param {number} number
   */
  #game(game, number) {
    const players = [game.attackers, game.defenders]
      .map((name) => name || texts.person)
      .join(' – ');
    const words = `${number}. ${players}, ${game.variant.slice(0, 40)}, ${game.result}, ${game.moves.length}`;
    const open = () => this.openGame(game).catch((error) => fail(this.message, error));
    return el('li', {}, button(words, open, { class: 'button link' }));
  }

  /** @param {RecordedGame} game */
  async openGame(game) {
    this.play.end();
    const { desk } = this;
    await desk.begin(game.variant, game.rules, game.fen, game.moves);
    const { tree } = desk;
    if (!tree) return;
    // An unknown player is written as a question mark.
    const name = (/** @type {string} */ player) => (player === '?' ? '' : player);
    tree.players = { attackers: name(game.attackers), defenders: name(game.defenders) };
    tree.event = game.event;
    if (game.result !== '*') tree.result = tree.root.end.position.result ?? resultOf(game);
    tree.root.comment = game.comment;
    desk.changed();
    desk.go(tree.root);
    this.opened();
  }

  /** The game with its variations as a record. @returns {RecordedGame} */
  #record() {
    const { tree, result } = this.desk;
    if (!tree) throw new Error('no game');
    const date = new Date().toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '.');
    return {
      event: tree.event,
      date,
      variant: tree.ruleset.variant,
      rules: tree.ruleset.alternates,
      attackers: tree.players.attackers,
      defenders: tree.players.defenders,
      fen: tree.fen,
      moves: lineOf(tree.root, false),
      comment: tree.root.comment,
      result: result ? (result.winner ?? 'draw') : '*',
      termination: result ? result.reason : 'unfinished',
    };
  }

  /** @param {string} format */
  async #save(format) {
    try {
      const text = await writeGame(this.token, this.#record(), format);
      download(`game.${EXTENSIONS[format]}`, new Blob([text], { type: 'text/plain' }));
      say(this.saved, '');
    } catch (error) {
      fail(this.saved, error);
    }
  }

  /** @param {'svg' | 'png'} kind */
  async #picture(kind) {
    const blob =
      kind === 'svg'
        ? new Blob([svgOf(this.board)], { type: 'image/svg+xml' })
        : await pngOf(this.board);
    download(`board.${kind}`, blob);
  }
}

/**
 * @param {Element} where
 * @param {string} words
 */
function say(where, words) {
  where.textContent = words;
  where.classList.remove('error');
}

/**
 * @param {Element} where
 * @param {unknown} error
 */
function fail(where, error) {
  say(where, texts.failed(error instanceof Error ? error.message : String(error)));
  where.classList.add('error');
}

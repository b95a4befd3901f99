/** The records view: opens and saves games and positions. */

import { keepGames, resultOf, storedGame, writeGames } from '../connection/games.js';
import { button, el, fill, labelled } from '../dom.js';
import { lineOf } from '../game/line.js';
import { titleOf } from '../game/ruleset-list.js';
import { explorerTexts } from '../texts-explorer.js';
import { recordTexts } from '../texts-records.js';
import { texts } from '../texts.js';
import { DatabaseGames } from './database-games.js';
import { recordTime } from './date.js';
import { filmOf } from './film.js';
import { writeLink } from './link.js';
import { download, pngOf, svgOf } from './picture.js';
import { readText } from './read.js';
import { SavedGames } from './saved-games.js';

/**
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../game/keeper.js').KeptGame} KeptGame
 * @typedef {import('../game/opener.js').Opener} Opener
 * @typedef {import('../board/board.js').Board} Board
 * @typedef {import('../connection/games.js').RecordedGame} RecordedGame
 */

/** File extensions by format. @type {Record<string, string>} */
const EXTENSIONS = { record: 'txt', otg: 'otg', moves: 'moves', json: 'json', page: 'html' };

export class Records {
  /**
   * @param {Desk} desk
   * @param {Board} board
   * @param {Opener} opener
   * @param {string} token
   * @param {{ opened: () => void, resume: (id: string) => Promise<unknown> }} actions called
   * after a game was opened; opens a saved game
   */
  constructor(desk, board, opener, token, { opened, resume }) {
    this.desk = desk;
    this.board = board;
    this.opener = opener;
    this.token = token;
    this.opened = opened;
    // The outcomes of opening and saving.
    this.message = el('p', { class: 'facts', role: 'status' });
    this.saved = el('p', { class: 'facts', role: 'status' });
    this.rulesInForce = el('p', { class: 'quiet' });
    this.text = el('textarea', {
      rows: 4,
      placeholder: recordTexts.pasteHint,
      spellcheck: 'false',
    });
    this.games = el('ul', { class: 'games' });
    this.file = el('input', {
      type: 'file',
      accept: '.txt,.games,.otg,.json,.moves',
      hidden: true,
      'aria-label': recordTexts.openFile,
    });
    this.file.addEventListener('change', async () => {
      const file = this.file.files?.[0];
      if (file) await this.openFile(file);
      this.file.value = '';
    });
    this.fields = {
      fen: this.#field(recordTexts.fen),
      otn: this.#field(recordTexts.otn),
      rules: this.#field(texts.rulesString),
      link: this.#field(recordTexts.link),
    };
    this.kept = new SavedGames({
      open: resume,
      save: (games) => this.#saveAll(games),
      fail: (error) => fail(this.message, error),
    });
    this.filming = el('p', { class: 'facts', role: 'status' });
    this.filmButton = button(recordTexts.saveGif, () => this.#film());
    const formats = Object.entries(recordTexts.saveAs);
    // Shown once the program is known to have a database open.
    this.keepButton = button(explorerTexts.keep, () => this.keep(), { hidden: true });
    this.hasDatabase = keepGames(token, []).then(
      (kept) => kept !== null,
      () => false,
    );
    this.database = new DatabaseGames(desk, token, (id) => this.openStored(id));
    this.hasDatabase.then((has) => {
      this.keepButton.hidden = !has;
      this.database.element.hidden = !has;
    });
    this.element = el(
      'div',
      { class: 'panel-stack' },
      el(
        'section',
        { class: 'panel', 'aria-label': recordTexts.open },
        el('h2', {}, recordTexts.open),
        el(
          'div',
          { class: 'controls' },
          button(recordTexts.openFile, () => this.file.click()),
          this.file,
        ),
        labelled(recordTexts.paste, this.text),
        this.rulesInForce,
        el(
          'div',
          { class: 'controls' },
          button(recordTexts.read, () => this.#read(this.text.value), { class: 'button primary' }),
        ),
        this.message,
        this.games,
      ),
      this.kept.element,
      this.database.element,
    );
    this.saving = el(
      'section',
      { class: 'panel', 'aria-label': recordTexts.save },
      el('h2', {}, recordTexts.save),
      el(
        'div',
        { class: 'controls' },
        ...formats.map(([format, words]) => button(words, () => this.#save(format))),
        this.keepButton,
      ),
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
    this.rulesInForce.textContent = recordTexts.pasteHelp(ruleset.title);
    this.fields.fen.input.value = node.position.fen;
    this.fields.otn.input.value = node.position.otn;
    this.fields.rules.input.value = ruleset.otn;
    this.fields.rules.element.hidden = !ruleset.otn;
    this.fields.link.input.value = writeLink({ ...ruleset, fen: tree.fen, moves: node.moves });
  }

  /**
   * Reads a text and opens the game in it. Unreadable text changes nothing.
   * @param {string} text
   */
  async #read(text) {
    fill(this.games);
    if (!text.trim()) {
      fail(this.message, new Error(recordTexts.nothingToRead));
      return;
    }
    say(this.message, recordTexts.reading);
    try {
      const { position, games = [], rules } = await readText(text, this.desk, this.token);
      if (position) {
        const { variant, alternates, fen } = position;
        if (!(await this.opener.open(variant, alternates, fen))) return;
      } else if (games.length === 1) {
        if (!(await this.openGame(games[0]))) return;
      } else {
        fill(this.games, ...games.slice(0, 500).map((game, index) => this.#game(game, index + 1)));
      }
      const found = position ? [] : [recordTexts.gamesFound(games.length)];
      say(this.message, [...found, ...(rules ? [recordTexts.readBy(rules)] : [])].join(' '));
      if (position) this.opened();
    } catch (error) {
      fail(this.message, error);
    }
  }

  /**
   * @param {RecordedGame} game
   * @param {number} number
   */
  #game(game, number) {
    const players = [game.attackers, game.defenders]
      .map((name) => name || texts.person)
      .join(' – ');
    const title = titleOf(this.desk.rules, game.variant);
    const words = recordTexts.foundGame(number, players, title, game.result, game.moves.length);
    const open = () => this.openGame(game).catch((error) => fail(this.message, error));
    return el('li', {}, button(words, open, { class: 'button link' }));
  }

  /**
   * Opens a game.
   * @param {RecordedGame} game
   * @param {number} [ply] the number of moves before the position to show
   * @returns {Promise<boolean>} false if the player would rather keep playing
   */
  async openGame(game, ply = 0) {
    const { desk } = this;
    // Records write an unknown player as a question mark.
    const name = (/** @type {string} */ player) => (player === '?' ? '' : player);
    const tree = await this.opener.open(game.variant, game.rules, game.fen, game.moves, (tree) => {
      tree.players = { attackers: name(game.attackers), defenders: name(game.defenders) };
      tree.event = game.event;
      tree.date = game.date;
      if (game.result !== '*') tree.result = tree.root.end.position.result ?? resultOf(game);
      tree.root.comment = game.comment;
    });
    if (!tree) return false;
    desk.go(tree.main[ply]);
    this.opened();
    return true;
  }

  /**
   * Opens a game of the program's database.
   * @param {number} id
   * @param {number} [ply] the number of moves before the position to show
   */
  async openStored(id, ply) {
    const game = await storedGame(this.token, id);
    if (!game) throw new Error(texts.gameGone);
    return this.openGame(game, ply);
  }

  /** Shows the saved games and those of the database as they are now. */
  async show() {
    this.kept.show();
    if (await this.hasDatabase) this.database.show();
  }

  /** @param {KeptGame[]} games */
  async #saveAll(games) {
    const records = games.map(
      ({
        event,
        date = '',
        variant,
        alternates: rules,
        players,
        fen,
        line: moves,
        comment,
        ...kept
      }) => ({
        ...{ event, date, variant, rules, ...players, fen, moves, comment },
        ...resultFields(kept.ended ?? kept.result),
      }),
    );
    let left = 0;
    const written = (/** @type {RecordedGame[]} */ games) =>
      writeGames(this.token, games, 'record');
    // Only if they cannot be written together: a faulty game keeps no other from being saved.
    const text = await written(records).catch(async () => {
      let each = '';
      for (const record of records) {
        each += await written([record]).catch(() => {
          left += 1;
          return '';
        });
      }
      return each;
    });
    if (text) download('games.txt', new Blob([text], { type: 'text/plain' }));
    if (left > 0) fail(this.message, new Error(recordTexts.gamesLeftOut(left)));
  }

  /** Opens the games of a file. @param {File} file */
  async openFile(file) {
    await this.#read(await file.text());
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
      moves: lineOf(tree.root, false),
      comment: tree.root.comment,
      ...resultFields(result),
    };
  }

  /** Adds the game to the program's database, if one is open. */
  async keep() {
    if (!(await this.hasDatabase)) return;
    try {
      await keepGames(this.token, [this.#record()]);
      say(this.saved, explorerTexts.kept);
    } catch (error) {
      fail(this.saved, error);
    }
  }

  /** @param {string} format */
  async #save(format) {
    try {
      const text = await writeGames(this.token, [this.#record()], format);
      const type = format === 'page' ? 'text/html' : 'text/plain';
      download(`game.${EXTENSIONS[format]}`, new Blob([text], { type }));
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
      download('game.gif', await filmOf(tree.ruleset, nodes, this.board.flipped, told));
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
    download(`board.${kind}`, blob);
  }
}

/** @param {import('../connection/rules.js').Position['result']} result */
function resultFields(result) {
  return result
    ? { result: result.winner ?? 'draw', termination: result.reason }
    : { result: '*', termination: 'unfinished' };
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

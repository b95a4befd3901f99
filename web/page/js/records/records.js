/** The records view: opens games and positions, and lists the saved ones. */

import { keepGames, resultFields, resultOf, storedGame, writeGames } from '../connection/games.js';
import { button, el, fill, labelled, sideBySide } from '../dom.js';
import { rulesetList, titleOf } from '../game/ruleset-list.js';
import { needing } from '../needs.js';
import { fail, forgetError, say } from '../outcome.js';
import { recordTexts } from '../texts-records.js';
import { texts } from '../texts.js';
import { DatabaseGames } from './database-games.js';
import { download } from './picture.js';
import { readText } from './read.js';
import { SavedGames } from './saved-games.js';
import { Saving } from './saving.js';

/**
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../game/keeper.js').KeptGame} KeptGame
 * @typedef {import('../game/opener.js').Opener} Opener
 * @typedef {import('../board/board.js').Board} Board
 * @typedef {import('../connection/games.js').RecordedGame} RecordedGame
 */

export class Records {
  /**
   * @param {Desk} desk
   * @param {Board} board
   * @param {Opener} opener
   * @param {string} token
   * @param {{
   *   opened: () => void,
   *   resume: (id: string) => Promise<unknown>,
   *   deleted: (id: string) => void,
   * }} actions called after a game was opened; opens a saved game; called when one is deleted
   */
  constructor(desk, board, opener, token, { opened, resume, deleted }) {
    this.desk = desk;
    this.board = board;
    this.opener = opener;
    this.token = token;
    this.opened = opened;
    /** Counts the games asked for from the database, so that one that comes too late is dropped. */
    this.asked = 0;
    this.message = el('p', { class: 'facts', role: 'status' });
    /** The list of rules for texts that name none, which follows the board. */
    this.ruleset = el('select', {});
    this.rulesetPlace = el('div', {});
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
    this.kept = new SavedGames({
      open: resume,
      deleted,
      save: (games) => this.#saveAll(games),
      fail: (error) => fail(this.message, error),
    });
    this.hasDatabase = keepGames(token, []).then(
      (kept) => kept !== null,
      () => false,
    );
    this.database = new DatabaseGames(desk, token, (id) => this.openStored(id));
    this.hasDatabase.then((has) => {
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
          needing(button(recordTexts.openFile, () => this.file.click())),
          this.file,
        ),
        labelled(recordTexts.paste, this.text),
        this.rulesetPlace,
        el(
          'div',
          { class: 'controls' },
          needing(
            button(recordTexts.read, () => this.#read(this.text.value), {
              class: 'button primary',
            }),
          ),
        ),
        this.message,
        this.games,
      ),
      this.kept.element,
      this.database.element,
    );
    this.saving = new Saving(desk, board, token, this.hasDatabase);
    desk.addEventListener('ruleset', () => {
      // It told of another game.
      forgetError(this.message);
      this.#offerRules();
    });
  }

  /** Lists the rules, with those on the board chosen. */
  #offerRules() {
    const { rules, tree } = this.desk;
    if (!tree) return;
    const { variant, title } = tree.ruleset;
    this.ruleset = rulesetList(rules.rulesets, variant);
    // A rules string has no entry of its own.
    if (this.ruleset.value !== variant) {
      this.ruleset.prepend(el('option', { value: variant, selected: true }, title));
    }
    fill(this.rulesetPlace, labelled(recordTexts.pasteRules, this.ruleset));
  }

  /** The chosen rules. */
  async #rules() {
    const ruleset = this.desk.tree?.ruleset;
    const { value } = this.ruleset;
    // Those on the board may have alternate rules.
    const chosen = ruleset?.variant === value ? ruleset : await this.desk.describe(value);
    if (!chosen) throw new Error(texts.unknownRules);
    return chosen;
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
      const {
        position,
        games = [],
        rules,
      } = await readText(text, await this.#rules(), this.desk, this.token);
      if (position) {
        const { variant, alternates, fen, line } = position;
        if (!(await this.opener.open(variant, alternates, fen, line))) return;
      } else if (games.length === 1) {
        if (!(await this.openGame(games[0]))) return;
      } else {
        fill(this.games, ...games.map((game, index) => this.#game(game, index + 1)));
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
    const players = [game.attackers, game.defenders].map((name) => name || texts.person);
    const title = titleOf(this.desk.rules, game.variant);
    const words = recordTexts.foundGame(title, game.result, game.moves.length);
    const onclick = () => this.openGame(game).catch((error) => fail(this.message, error));
    return el(
      'li',
      {},
      el(
        'button',
        { type: 'button', class: 'button link', onclick },
        `${number}. `,
        ...sideBySide(players),
        ` · ${words}`,
      ),
    );
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
    const asked = (this.asked += 1);
    const game = await storedGame(this.token, id);
    if (asked !== this.asked) return false;
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
}

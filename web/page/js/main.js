/** The page: it puts the parts together and shows one of the views. */

import { Board } from './board/board.js';
import { Engine } from './connection/engine.js';
import { Rules } from './connection/rules.js';
import { el, fill } from './dom.js';
import { Analysis } from './analysis/analysis.js';
import { Frame, VIEWS } from './frame.js';
import { Desk } from './game/desk.js';
import { Keeper } from './game/keeper.js';
import { Moves } from './game/moves.js';
import { newGameForm } from './game/new-game.js';
import { GamePanel } from './game/panel.js';
import { Plate } from './game/plates.js';
import { Play, other } from './game/play.js';
import { RulesPanel } from './game/rules-panel.js';
import { readLink } from './records/link.js';
import { Records } from './records/records.js';
import { recall, takeToken } from './settings.js';
import { texts } from './texts.js';
import { applyTheme } from './theme.js';
import { Follower } from './watch/follower.js';
import { Watch } from './watch/watch.js';

/** @typedef {import('./frame.js').View} View */

class Page {
  /** @param {string} token */
  constructor(token) {
    this.rules = new Rules(token);
    this.engine = new Engine(token);
    this.desk = new Desk(this.rules);
    this.board = new Board();
    this.play = new Play(this.desk, this.engine);
    this.keeper = new Keeper(this.desk, this.play);
    this.moves = new Moves(this.desk);
    this.rulesPanel = new RulesPanel();
    this.analysis = new Analysis(this.desk, this.engine, this.board, this.play, token);
    this.records = new Records(this.desk, this.board, this.play, token, () => this.open('analyse'));
    this.follower = new Follower(this.desk, token, (game) => this.records.openGame(game));
    this.watch = new Watch(token, (number, ended) => {
      this.follower.start(number, ended).catch((error) => this.#fail(error));
    });
    this.gamePanel = new GamePanel(this.play, this.desk, {
      again: () => this.#setUpGame(),
      analyse: () => this.open('analyse'),
    });
    this.plates = {
      attackers: new Plate('attackers', this.desk, this.play),
      defenders: new Plate('defenders', this.desk, this.play),
    };
    this.frame = new Frame(
      {
        bar: this.analysis.bar.element,
        board: this.board.element,
        rules: this.rulesPanel.element,
        watch: this.watch.element,
      },
      { threats: () => this.#toggleThreats(), flip: () => this.#flip() },
    );
    /** @type {View} */
    this.view = 'play';
    /** The side whose plate is below the board. @type {import('./connection/rules.js').Side} */
    this.lower = 'attackers';
    this.settingUp = true;
    this.isLost = false;
    this.showsThreats = false;
    /** @type {string | null} */
    this.hinted = null;
    if (matchMedia('(max-width: 760px)').matches) this.rulesPanel.details.open = false;
    this.#placePlates();
  }

  /** Connects, and shows a game. */
  async start() {
    this.rules.lines.closed = () => this.#lose();
    // Who waits for a board waits for all of these at once.
    const connected = this.engine.connect().catch(() => {});
    const found = this.watch.find().catch(() => false);
    await this.rules.start();
    const isLinked = await this.#followAddress(true);
    const kept = isLinked ? null : await this.keeper.restore();
    if (!this.desk.tree) await this.#beginUsual();
    await connected;
    this.#offerMatch(await found);
    this.#listen();
    if (kept?.play) {
      this.play.resume(kept.play);
      this.#sit(kept.play.terms);
    }
    this.keeper.start();
    this.settingUp = !kept?.play;
    this.#showView();
    document.body.dataset.ready = 'true';
  }

  /** The program has gone: nothing more can be asked, and what is shown stays. */
  #lose() {
    this.isLost = true;
    this.watch.stop();
    this.frame.tell(this.watch.state ? texts.matchLost : texts.lost);
  }

  /**
   * Shows the match that can be watched, if there is one.
   * @param {boolean} found
   */
  #offerMatch(found) {
    this.frame.offer('watch', found);
    // An engine that thinks here would take time from those that play.
    if (this.watch.isRunning) this.analysis.rest();
    this.watch.addEventListener('news', (event) => {
      if (!(event instanceof CustomEvent)) return;
      this.follower.update(event.detail).catch((error) => this.#fail(error));
    });
    // Who follows the link of a match wants to see it.
    if (found && location.hash.length < 2) this.view = 'watch';
    if (!found && this.view === 'watch') this.view = 'play';
  }

  #placePlates() {
    const below = this.lower;
    fill(this.frame.top, this.plates[other(below)].element);
    fill(this.frame.bottom, this.plates[below].element);
    this.analysis.bar.setLower(below);
  }

  #listen() {
    const { desk, play, board } = this;
    desk.addEventListener('ruleset', () => this.#newRuleset());
    desk.addEventListener('node', (event) => {
      this.hinted = null;
      const byMove = event instanceof CustomEvent && event.detail.byMove;
      this.#draw(byMove);
      if (byMove) this.#announce();
    });
    play.addEventListener('state', () => this.#draw(false));
    play.addEventListener('over', () => this.#draw(false));
    play.addEventListener('hint', (event) => {
      this.hinted = event instanceof CustomEvent ? event.detail : null;
      this.#draw(false);
    });
    this.analysis.addEventListener('changed', () => this.#draw(false));
    board.moved = (move) => this.#move(move.name);
    addEventListener('hashchange', () =>
      this.#followAddress(false).catch((error) => this.#fail(error)),
    );
    addEventListener('keydown', (event) => this.#key(event));
    this.#newRuleset();
  }

  #newRuleset() {
    const ruleset = this.desk.tree?.ruleset;
    if (!ruleset) return;
    this.board.setRuleset(ruleset);
    this.rulesPanel.show(ruleset);
  }

  /** @param {string} name */
  #move(name) {
    const done = this.view === 'play' ? this.play.move(name) : this.desk.play(name);
    Promise.resolve(done).catch((error) => this.#fail(error));
  }

  /** Whether the person may move the pieces as they stand. */
  get #mayMove() {
    if (this.view === 'play') return this.play.isPersonsTurn && this.desk.node === this.play.tip;
    return !this.play.running;
  }

  /** @param {boolean} animate */
  #draw(animate) {
    const { node } = this.desk;
    if (!node || this.analysis.editor.isOpen) return;
    const { position } = node;
    const arrows = this.view === 'analyse' ? this.analysis.arrows : [];
    if (this.hinted) {
      const hinted = position.legal.find((move) => move.name === this.hinted);
      if (hinted) arrows.push({ from: hinted.from, to: hinted.to, rank: 1 });
    }
    this.board.show(
      {
        fen: position.fen,
        last: node.move,
        legal: this.#mayMove ? position.legal : [],
        arrows,
        threats: this.showsThreats ? position : null,
      },
      animate,
    );
  }

  #announce() {
    const { node } = this.desk;
    const mover = node?.parent?.position.side;
    if (node?.move && mover) {
      this.frame.live.textContent = texts.said(mover, node.move.text);
    }
  }

  #toggleThreats() {
    this.showsThreats = !this.showsThreats;
    this.frame.threats.setAttribute('aria-pressed', String(this.showsThreats));
    this.frame.legend.hidden = !this.showsThreats;
    this.#draw(false);
  }

  #flip() {
    this.board.flip();
    this.lower = other(this.lower);
    this.#placePlates();
  }

  /** Shows the form of a new game. */
  #setUpGame() {
    this.settingUp = true;
    this.#showView();
  }

  /** @param {import('./game/play.js').Terms} terms */
  async #begin(terms) {
    try {
      await this.play.start(terms);
      this.settingUp = false;
      this.#sit(terms);
      this.#showView();
    } catch (error) {
      this.#fail(error);
    }
  }

  /**
   * Seats a person below.
   * @param {import('./game/play.js').Terms} terms
   */
  #sit({ players }) {
    const isDefender = players.attackers === 'engine' && players.defenders === 'person';
    this.lower = isDefender ? 'defenders' : 'attackers';
    this.#placePlates();
  }

  /** Puts the game on the desk that was begun last. */
  async #beginUsual() {
    const [{ name }] = this.rules.rulesets;
    const { variant } = recall('new-game', { variant: '' });
    await this.desk.begin(variant || name).catch(() => this.desk.begin(name));
  }

  /** @param {View} view */
  open(view) {
    location.hash = view;
  }

  /**
   * Shows what the address asks for.
   * @param {boolean} isFirst
   * @returns {Promise<boolean>} whether it was a game
   */
  async #followAddress(isFirst) {
    const { view, game } = readLink(location.hash);
    if (game) {
      this.play.end();
      await this.desk
        .begin(game.variant, game.alternates, game.fen, game.line)
        .catch((error) => this.#fail(error));
      history.replaceState(null, '', `#${view}`);
    }
    this.view = VIEWS.find((known) => known === view) ?? 'play';
    if (!isFirst) this.#showView();
    return game !== null;
  }

  /** The position on the board, if a game could begin with it. */
  get #here() {
    const { tree, node } = this.desk;
    if (!tree || !node || node.position.result || tree.ruleset.alternates.length > 0) return null;
    const isStart = node === tree.root && tree.fen === null;
    return isStart ? null : { variant: tree.ruleset.variant, fen: node.position.fen };
  }

  #showView() {
    const { view } = this;
    this.frame.mark(view);
    this.analysis.show(view === 'analyse');
    /** @type {HTMLElement[]} */
    let panels = [this.records.element, this.moves.element];
    if (view === 'analyse') {
      panels = [this.analysis.element, this.moves.element, ...this.analysis.more];
    }
    if (view === 'play' && this.settingUp) {
      panels = [
        newGameForm(this.rules.rulesets, this.engine.strengths, this.#here, (terms) =>
          this.#begin(terms),
        ),
      ];
    } else if (view === 'play') {
      panels = [this.gamePanel.element, this.moves.element];
      if (this.play.tip && !this.play.running) this.gamePanel.show();
    }
    fill(this.frame.aside, ...panels);
    this.#draw(false);
    for (const plate of Object.values(this.plates)) plate.show();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target;
    const isField =
      target instanceof Element && target.closest('input, textarea, select, [role=grid]');
    if (isField || event.ctrlKey || event.altKey || event.metaKey) return;
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => this.moves.step('back'),
      ArrowRight: () => this.moves.step('forward'),
      Home: () => this.moves.step('first'),
      End: () => this.moves.step('last'),
      f: () => this.#flip(),
      t: () => this.#toggleThreats(),
    };
    if (!actions[event.key]) return;
    actions[event.key]();
    event.preventDefault();
  }

  /** @param {unknown} error */
  #fail(error) {
    if (this.isLost) return;
    this.frame.tell(texts.failed(error instanceof Error ? error.message : String(error)));
    setTimeout(() => this.isLost || this.frame.tell(''), 8000);
  }
}

applyTheme();
const token = takeToken();
if (token) {
  const page = new Page(token);
  page.start().catch(() => page.frame.tell(texts.lost));
} else {
  fill(document.body, el('p', { class: 'alert', role: 'alert' }, texts.noToken));
}

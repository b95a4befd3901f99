/** The page: connects its parts and shows one of the views. */

import { Board } from './board/board.js';
import { Engine } from './connection/engine.js';
import { reach } from './connection/games.js';
import { waitForProgram } from './connection/lost.js';
import { Rules } from './connection/rules.js';
import { fill, keepFocus } from './dom.js';
import { Analysis } from './analysis/analysis.js';
import { DesignRoom } from './design/design-room.js';
import { Frame, viewIn } from './frame.js';
import { Desk } from './game/desk.js';
import { GameNotice } from './game/game-notice.js';
import { Keeper } from './game/keeper.js';
import { Moves } from './game/moves.js';
import { Opener } from './game/opener.js';
import { GamePanel } from './game/panel.js';
import { Seats } from './game/seats.js';
import { Play } from './game/play.js';
import { Premove } from './game/premove.js';
import { SetUp } from './game/setup.js';
import { Stage } from './game/stage.js';
import { listenToInput } from './input.js';
import { disableLost, noteLoss } from './needs.js';
import { RulesRoom } from './lessons/rules-room.js';
import { phoneButton } from './phone.js';
import { Puzzles } from './puzzles/puzzles.js';
import { readLink } from './records/link.js';
import { Records } from './records/records.js';
import { takeReturn } from './settings.js';
import { Scene } from './scene.js';
import { playSound } from './sound.js';
import { showStopped } from './stopped.js';
import { texts } from './texts.js';
import { panelsOf } from './views.js';
import { Follower } from './watch/follower.js';
import { MatchNotice } from './watch/match-notice.js';
import { Watch } from './watch/watch.js';

/** @typedef {import('./frame.js').View} View */

export class Page {
  /** @param {string} token */
  constructor(token) {
    this.token = token;
    this.rules = new Rules(token);
    this.engine = new Engine(token);
    this.desk = new Desk(this.rules);
    this.board = new Board();
    this.play = new Play(this.desk, this.engine);
    this.premove = new Premove(this.desk, this.play);
    this.setup = new SetUp(this.desk, this.engine, this.play, this.board);
    this.keeper = new Keeper(this.desk, this.play);
    this.keeper.shared = () => this.frame.tellBriefly(texts.openElsewhere, { isGood: true });
    this.opener = new Opener(this.desk, this.play, this.keeper);
    this.moves = new Moves(this.desk);
    const ofRooms = {
      play: (/** @type {string} */ variant) => this.#playRules(variant),
      failed: (/** @type {unknown} */ error) => this.#fail(error),
    };
    this.rulesRoom = new RulesRoom(this.desk, {
      ...ofRooms,
      change: () => {
        this.designRoom.open(this.rulesRoom.shown);
        this.open('design');
      },
    });
    this.designRoom = new DesignRoom(this.desk, this.board, token, ofRooms);
    this.analysis = new Analysis(this.desk, this.engine, this.board, this.play, token);
    const { desk, play, setup, premove, analysis } = this;
    this.stage = new Stage(this.board, { desk, play, setup, premove, analysis });
    this.records = new Records(this.desk, this.board, this.opener, token, {
      opened: () => this.open('analyse'),
      resume: (id) => this.#resume(id),
      deleted: (id) => this.keeper.drop(id),
    });
    this.analysis.editor.use = (...game) => this.opener.open(...game);
    this.analysis.explorer.open = (id, ply) => this.records.openStored(id, ply);
    this.puzzles = new Puzzles(this.desk, token, {
      rules: (variant) => {
        this.rulesRoom.next = variant;
        this.open('rules');
      },
      analyse: async ({ ruleset, fen }, moves) => {
        if (await this.opener.openLine(ruleset, fen, moves)) this.open('analyse');
      },
    });
    this.analysis.course.review.practise = () => {
      this.puzzles.practise();
      this.open('puzzles');
    };
    this.follower = new Follower(this.desk, token, (game) => this.records.openGame(game));
    this.matchNotice = new MatchNotice(this.desk, this.follower);
    this.watch = new Watch(
      token,
      (number, ended) => this.follower.start(number, ended).catch((error) => this.#fail(error)),
      (variant) => this.desk.describe(variant),
    );
    this.gamePanel = new GamePanel(this.play, this.desk, {
      again: () => this.#setUpGame().catch((error) => this.#fail(error)),
      rematch: (swapped) => this.#rematch(swapped).catch((error) => this.#fail(error)),
      analyse: () => {
        this.analysis.judgeNext();
        this.open('analyse');
      },
      focusBoard: () => this.board.focus(),
    });
    this.notice = new GameNotice(this.play, (news) => this.frame.retitle(news));
    this.frame = new Frame(
      {
        bar: this.analysis.bar.element,
        board: this.board.element,
        watch: this.watch.element,
        phone: phoneButton(token, (error) => this.#fail(error)),
        notices: [this.notice.element, this.matchNotice.element],
      },
      {
        threats: () => this.scene.toggleThreats(),
        flip: () => this.#flip(),
        focusBoard: () => this.board.focus(),
        reload: () => this.#reload(),
      },
    );
    this.scene = new Scene(this);
    /** @type {View} */
    this.view = 'play';
    this.isLost = false;
    this.seats = new Seats(this.desk, this.play, this.frame, this.analysis.bar);
  }

  /** Connects and shows a game. */
  async start() {
    this.rules.lines.closed = (reason) => this.#lose(reason);
    const first = viewIn(location.hash);
    this.frame.prepare(first, first === 'play' && !this.keeper.hasGame);
    // These run in parallel so that the board appears sooner.
    const connected = this.engine.connect().catch((error) => this.#refuse(error));
    const found = this.watch.find().catch(() => false);
    await this.rules.start();
    this.rulesRoom.panel.offer(this.rules.rulesets);
    const { game } = readLink(location.hash);
    // A link replaces the game on the board, but a running game only if the player agrees.
    const kept = game && !this.keeper.hasRunning ? null : await this.keeper.restore();
    if (!kept) await this.opener.followAddress().catch((error) => this.#fail(error));
    if (!this.desk.tree) await this.setup.beginUsual(this.rules.rulesets[0].name);
    await connected;
    this.view = viewIn(location.hash);
    this.#offerMatch(await found);
    this.#listen();
    this.#resumeWith(kept);
    this.keeper.failed = (error) => this.#fail(error);
    this.keeper.start();
    this.#showView();
    document.body.dataset.ready = 'true';
    if (takeReturn()) this.frame.tellBriefly(texts.isBack, { isGood: true });
    if (kept && game) await this.opener.followAddress().catch((error) => this.#fail(error));
  }

  /**
   * Resumes the game on the desk.
   * @param {import('./game/keeper.js').KeptGame | null} kept
   */
  #resumeWith(kept) {
    this.setup.isOpen = !kept?.play;
    if (!kept?.play) return;
    this.play.resume(kept.play);
    this.seats.sit(kept.play.terms);
  }

  /**
   * Opens a saved game and resumes it if it has not ended.
   * @param {string} id
   */
  async #resume(id) {
    if (this.keeper.hasOnBoard(id)) {
      this.open(this.play.running ? 'play' : 'analyse');
      return;
    }
    if (!(await this.opener.leave())) return;
    const kept = await this.keeper.open(id);
    if (!kept) throw new Error(texts.gameNotKept);
    this.#resumeWith(kept);
    const view = this.play.running ? 'play' : 'analyse';
    if (this.view === view) this.#showView();
    else this.open(view);
  }

  /**
   * Handles the loss of the program: disables everything that needs it and leaves the page as it is.
   * @param {string} [reason] the program's reason
   */
  async #lose(reason = '') {
    this.isLost = true;
    noteLoss();
    this.play.pause();
    this.puzzles.lose();
    this.watch.stop();
    const lost = this.watch.state ? texts.matchLost : texts.lost;
    const tell = (/** @type {string} */ words) =>
      document.body.dataset.ready ? this.frame.tell(words) : showStopped(words);
    await waitForProgram(tell, this.token, reason, lost);
  }

  /** Loads the page again, unless the program is gone: then that happens when it is back. */
  async #reload() {
    if ((await reach(this.token)) !== 'gone') location.reload();
  }

  /**
   * Explains why the page could not start.
   * @param {unknown} error
   */
  async fail(error) {
    if (!this.isLost) await this.#lose();
    console.info(error);
  }

  /**
   * Offers the view of the match if there is a match to watch.
   * @param {boolean} found
   */
  #offerMatch(found) {
    if (found) {
      this.frame.offerMatch();
      this.follower.resume().catch((error) => this.#fail(error));
    }
    // Analysis here would slow down the engines that play.
    if (this.watch.isRunning) this.analysis.rest();
    this.watch.addEventListener('news', (event) => {
      if (!(event instanceof CustomEvent)) return;
      this.follower.update(event.detail).catch((error) => this.#fail(error));
    });
    // The link to a match opens the match.
    if (found && location.hash.length < 2) this.view = 'watch';
    if (!found && this.view === 'watch') this.view = 'play';
  }

  #listen() {
    const { desk, play, board } = this;
    desk.addEventListener('ruleset', () => {
      this.frame.forgetError();
      this.scene.showRules();
    });
    desk.addEventListener('node', (event) => {
      this.stage.hinted = null;
      const byMove = event instanceof CustomEvent && event.detail.byMove;
      this.scene.draw(byMove);
      if (byMove) {
        this.scene.announce();
        this.stage.sound();
      } else {
        // It no longer leads to the position.
        this.frame.live.textContent = '';
      }
    });
    play.addEventListener('state', () => this.scene.draw(false));
    play.addEventListener('over', () => {
      this.scene.draw(false);
      playSound('end');
      this.records.saving.keepEnded();
    });
    this.premove.addEventListener('changed', () => this.scene.draw(false));
    play.addEventListener('hint', (event) => {
      this.stage.hinted = event instanceof CustomEvent ? event.detail : null;
      this.scene.draw(false);
    });
    this.analysis.addEventListener('changed', () => this.scene.draw(false));
    this.puzzles.addEventListener('changed', (event) => {
      if (this.view === 'puzzles')
        this.scene.draw(event instanceof CustomEvent && event.detail.byMove);
    });
    for (const room of [this.rulesRoom, this.designRoom]) {
      room.addEventListener('changed', (event) => {
        if (this.view !== 'rules' && this.view !== 'design') return;
        this.scene.showRules();
        this.scene.draw(event instanceof CustomEvent && event.detail.byMove);
      });
    }
    board.moved = (move) => this.#move(move.name);
    const { touched } = board;
    board.touched = (square) => {
      this.premove.cancel();
      touched(square);
    };
    this.setup.begun = (terms) => this.#begun(terms);
    this.setup.failed = (error) => this.#fail(error);
    this.opener.addEventListener('opened', () => {
      this.setup.isOpen = true;
      this.setup.left = null;
      this.#showView();
    });
    addEventListener('hashchange', () => this.#newAddress().catch((error) => this.#fail(error)));
    listenToInput(this, {
      flip: () => this.#flip(),
      toggleThreats: () => this.scene.toggleThreats(),
      fail: (error) => this.#fail(error),
    });
    this.scene.showRules();
  }

  /** @param {string} name */
  #move(name) {
    const { play, desk } = this;
    /** @type {Promise<unknown>} */
    let done;
    if (this.view === 'puzzles' || this.view === 'rules') {
      const room = this.view === 'puzzles' ? this.puzzles : this.rulesRoom.lessons;
      room.move(name).catch((error) => this.#fail(error));
      return;
    }
    if (play.running && !play.isPersonsTurn) {
      this.premove.choose(name);
      return;
    }
    if (play.running) done = play.move(name);
    else if (this.setup.form) done = this.setup.move(name);
    else done = desk.play(name);
    done.catch((error) => this.#fail(error));
  }

  #flip() {
    this.board.flip();
    this.seats.flip();
  }

  /** Shows the new-game form. Leaves a running game only if the player agrees. */
  async #setUpGame() {
    if (!(await this.opener.leave())) return;
    await this.setup.reset();
    this.#showView();
  }

  /** @param {boolean} swapped whether the players change sides */
  async #rematch(swapped) {
    if (await this.opener.leave()) await this.setup.again(swapped);
  }

  /** Sets up a new game with the rules that are shown. @param {string} variant */
  async #playRules(variant) {
    if (await this.opener.open(variant)) this.open('play');
  }

  /** @param {import('./game/play.js').Terms} terms */
  #begun(terms) {
    this.seats.sit(terms);
    const byKeys = document.activeElement?.matches(':focus-visible') ?? false;
    this.#showView();
    // The element that had the focus is gone.
    this.board.focus(byKeys);
    this.board.element.scrollIntoView({ block: 'nearest' });
  }

  /** @param {View} view */
  open(view) {
    location.hash = view;
  }

  /** Handles a change of the address, either by a tab of the page or by a link opened in its place. */
  async #newAddress() {
    await this.opener.followAddress().catch((error) => this.#fail(error));
    this.view = viewIn(location.hash);
    this.#showView();
  }

  #showView() {
    const { view } = this;
    const settingUp = view === 'play' && this.setup.isOpen;
    const isNew = this.frame.mark(view, settingUp);
    this.notice.show(view);
    this.matchNotice.show(view);
    this.analysis.show(view === 'analyse');
    if (view === 'puzzles') this.puzzles.open().catch((error) => this.#fail(error));
    if (view === 'rules' && (isNew || this.rulesRoom.isAskedForOther)) this.rulesRoom.open();
    this.designRoom.show(view === 'design');
    this.setup.form = null;
    const panels = settingUp ? [this.setup.show()] : panelsOf(view, this);
    if (view === 'play' && this.play.tip && !this.play.running) this.gamePanel.show();
    if (view === 'records') this.keeper.keepNow();
    keepFocus(this.frame.aside, () => fill(this.frame.aside, ...panels));
    disableLost(this.frame.aside);
    this.moves.scrollToMark();
    if (view === 'records') this.records.show().catch((error) => this.#fail(error));
    if (isNew) this.frame.scrollToTop();
    this.scene.showRules();
    this.scene.draw(false);
    this.seats.show();
  }

  /** Explains for as long as the page is open why it has no engine. @param {Error} error */
  #refuse(error) {
    if (!this.isLost) this.frame.tell(texts.failed(error.message));
  }

  /** @param {unknown} error */
  #fail(error) {
    if (this.isLost) return;
    this.frame.tellBriefly(texts.failed(error instanceof Error ? error.message : String(error)));
  }
}

/** Chooses what the board shows: position, available moves, arrows and threats. */

import { piecesOf } from '../board/squares.js';
import { set } from '../dom.js';
import { playSound } from '../sound.js';
import { texts } from '../texts.js';
import { readNotes, writeNotes } from './notes.js';

/**
 * @typedef {import('../analysis/analysis.js').Analysis} Analysis
 * @typedef {import('../board/board.js').Board} Board
 * @typedef {import('../board/board.js').Arrow} Arrow
 * @typedef {import('../board/drawn.js').Drawn} Drawn
 * @typedef {import('../frame.js').View} View
 * @typedef {import('./desk.js').Desk} Desk
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./premove.js').Premove} Premove
 * @typedef {import('./setup.js').SetUp} SetUp
 * @typedef {import('./tree.js').Node} Node
 */

/** Premoves look like the arrow of the engine's third line, which is thin. */
const PREMOVE_RANK = 3;

/** The square of the king, if he is on the board. @param {Node | null} node */
function kingOf(node) {
  const pieces = piecesOf(node?.position.fen ?? '');
  return [...pieces].find(([, kind]) => kind === 'K')?.[0];
}

/** Who has won by the rules, and the king's square, or the one where he was captured. @param {Node} node */
function endOf(node) {
  const winner = node.position.result?.winner;
  const square = kingOf(node) ?? kingOf(node.parent);
  return winner && square ? { square, winner } : null;
}

export class Stage {
  /**
   * @param {Board} board
   * @param {{ desk: Desk, play: Play, setup: SetUp, premove: Premove, analysis: Analysis }} parts
   */
  constructor(board, { desk, play, setup, premove, analysis }) {
    this.board = board;
    this.desk = desk;
    this.play = play;
    this.setup = setup;
    this.premove = premove;
    this.analysis = analysis;
    this.showsThreats = false;
    /** The name of the hinted move. @type {string | null} */
    this.hinted = null;
  }

  /**
   * @param {View} view
   * @param {boolean} animate
   */
  draw(view, animate) {
    const { tree, node } = this.desk;
    if (!tree || !node) return;
    if (this.analysis.editor.isOpen) {
      this.analysis.editor.draw();
      return;
    }
    if (this.board.ruleset !== tree.ruleset) this.board.setRuleset(tree.ruleset);
    const ahead = view === 'analyse' ? this.analysis.preview.position : null;
    const position = ahead ?? node.position;
    const legal = this.#mayMove(view) ? position.legal : this.#ahead(view);
    set(this.board.element, { 'data-preview': ahead && texts.preview });
    this.board.show(
      {
        fen: position.fen,
        last: ahead ? ahead.last : node.move,
        legal: ahead ? [] : legal,
        arrows: ahead ? [] : this.#arrows(view),
        threats: this.showsThreats ? position : null,
        end: ahead ? null : endOf(node),
        // There it belongs to the record, as comments do.
        ...(ahead || view !== 'analyse' ? {} : this.#drawings(node)),
      },
      animate,
    );
  }

  /** Plays the sound of the last move. */
  sound() {
    const { node } = this.desk;
    if (node?.move) playSound(node.move.captures.length > 0 ? 'capture' : 'move');
  }

  /** Whether the person may move in the position on the board. @param {View} view */
  #mayMove(view) {
    const { play, desk } = this;
    if (!desk.rules.lines.isOpen) return false;
    // Beside the rules a game is read-only: only the exercises, drawn elsewhere, have moves.
    if (view === 'rules') return false;
    if (play.running) return play.canMove && desk.node === play.tip;
    return view !== 'play' || this.setup.canBegin;
  }

  /** @param {Node} node */
  #drawings(node) {
    return {
      drawn: readNotes(node.comment).drawn,
      keep: (/** @type {Drawn} */ drawn) => {
        node.comment = writeNotes({ ...readNotes(node.comment), drawn });
        this.desk.changed();
      },
    };
  }

  /** Available premoves. @param {View} view */
  #ahead(view) {
    return view === 'play' ? this.premove.legal : [];
  }

  /** @param {View} view @returns {Arrow[]} */
  #arrows(view) {
    const arrows = view === 'analyse' ? [...this.analysis.arrows] : [];
    const { chosen } = this.premove;
    if (chosen) arrows.push({ from: chosen.from, to: chosen.to, rank: PREMOVE_RANK });
    const hinted = this.desk.node?.position.legal.find(({ name }) => name === this.hinted);
    if (hinted && this.play.running) arrows.push({ from: hinted.from, to: hinted.to, rank: 1 });
    return arrows;
  }
}

/** The board: shows a position and reports the move that a person chose. */

import { el, fill, svg } from '../dom.js';
import { texts } from '../texts.js';
import { Drawings } from './drawings.js';
import * as marks from './marks.js';
import { PieceLayer } from './piece-layer.js';
import { nameOf, piecesOf, placeOf } from './squares.js';
import { SquareCursor } from './square-cursor.js';
import { UNIT, cornerOf, marginOf, surface } from './surface.js';
import { threatMarks, threatsIn } from './threats.js';

/**
 * @typedef {import('./surface.js').BoardRules} BoardRules
 * @typedef {import('../connection/rules.js').Position} Position
 * @typedef {import('../connection/rules.js').Move} Move
 * @typedef {import('./pieces.js').Kind} Kind
 *
 * @typedef {object} Arrow
 * @property {string} from
 * @property {string} to
 * @property {number} rank
 * @property {string} [colour] instead of that of its rank
 * @property {string[]} [captures] the squares of captured pieces, which get a circle
 *
 * @typedef {object} Scene the contents of the board
 * @property {string} fen
 * @property {Move | null} last
 * @property {Move[]} legal the moves that can be chosen
 * @property {Arrow[]} [arrows]
 * @property {string | null} [marked] a square that is pointed out
 * @property {Position | null} [threats] the position whose threats are shown
 * @property {{ square: string, winner: 'attackers' | 'defenders' } | null} [end] how the game ended, and where
 * @property {import('./drawn.js').Drawn | null} [drawn] a person's arrows and circles; without them those that were drawn
 *   on the board stay as long as the position does
 * @property {((drawn: import('./drawn.js').Drawn) => void) | null} [keep] stores what a person draws
 */

/** Pointer travel that turns a click into a drag, in pixels. */
const DRAG_START = 5;

/** The side of a comfortable touch target, in pixels. */
const FINGER = 30;

export class Board {
  /** @param {string} [id] of its element */
  constructor(id = 'board') {
    this.root = svg('svg', { class: 'board' });
    this.element = el('div', { class: 'board-box', id }, this.root);
    /** @type {BoardRules | null} */
    this.ruleset = null;
    this.flipped = false;
    /** @type {Scene} */
    this.scene = { fen: '', last: null, legal: [] };
    /** @type {Map<string, Kind>} */
    this.pieces = new Map();
    this.pieceLayer = new PieceLayer((square) => this.middle(square));
    /** @type {Map<string, SVGGElement>} */
    this.cells = new Map();
    /** @type {string | null} */
    this.chosen = null;
    this.focused = 'a1';
    /** @type {(move: Move) => void} */
    this.moved = () => {};
    /** Called after a click on a square without a movable piece. @type {(square: string) => void} */
    this.touched = () => {};
    /** Called after a click while a position is being set up. @type {((square: string) => void) | null} */
    this.edited = null;
    /** @type {{ from: string, x: number, y: number, moving: boolean, again: boolean } | null} */
    this.drag = null;
    this.drawings = new Drawings(this.root, {
      squareAt: (event) => this.#squareAt(event),
      middle: (square) => this.middle(square),
      has: (square) => this.cells.has(square),
    });
    this.layers = {
      surface: svg('g'),
      below: svg('g', { 'aria-hidden': 'true' }),
      pieces: this.pieceLayer.element,
      above: svg('g', { 'aria-hidden': 'true', 'pointer-events': 'none' }),
      drawings: this.drawings.element,
      cells: svg('g', { role: 'grid', 'aria-label': texts.board }),
    };
    this.root.append(...Object.values(this.layers));
    this.root.addEventListener('pointerdown', (event) => this.#down(event));
    this.root.addEventListener('pointermove', (event) => this.#drag(event));
    this.root.addEventListener('pointerup', (event) => this.#up(event));
    this.root.addEventListener('pointercancel', () => this.#drop());
    this.root.addEventListener('keydown', (event) => this.#key(event));
    this.cursor = new SquareCursor(this.root, this.element);
  }

  /**
   * Switches to the board of a ruleset.
   * @param {BoardRules} ruleset
   */
  setRuleset(ruleset) {
    const sameSide = this.ruleset?.side === ruleset.side;
    this.ruleset = ruleset;
    const width = ruleset.side * UNIT;
    const margin = marginOf(ruleset.side);
    const all = width + 2 * margin;
    const box = `${-margin} ${-margin} ${all} ${all}`;
    this.root.setAttribute('viewBox', box);
    fill(this.layers.surface, surface(ruleset, this.flipped));
    const hasFocus = this.root.contains(document.activeElement);
    this.#makeCells(ruleset);
    if (hasFocus) this.focus(this.cursor.isActive);
    if (!sameSide) {
      this.pieces.clear();
      this.pieceLayer.clear();
    }
  }

  /**
   * Gives the board the focus.
   * @param {boolean} [byKeys] whether to outline the focused square
   */
  focus(byKeys = true) {
    const cell = this.cells.get(this.focused);
    if (byKeys) cell?.focus({ preventScroll: true });
    else this.cursor.point(cell);
  }

  /** Flips the board. */
  flip() {
    this.flipped = !this.flipped;
    if (!this.ruleset) return;
    this.setRuleset(this.ruleset);
    this.pieceLayer.clear();
    this.show(this.scene);
    this.drawings.show();
  }

  /**
   * The centre of a square in the picture.
   * @param {string} name
   */
  middle(name) {
    const { file, rank } = placeOf(name);
    const corner = cornerOf(file, rank, this.ruleset?.side ?? 0, this.flipped);
    return { x: corner.x + UNIT / 2, y: corner.y + UNIT / 2 };
  }

  /**
   * Shows a position. With `animate`, pieces move there from the previous one.
   * @param {Scene} scene
   * @param {boolean} [animate]
   */
  show(scene, animate = false) {
    const same = scene.fen === this.scene.fen && scene.legal === this.scene.legal;
    this.drawings.keep = scene.keep ?? null;
    if (scene.drawn || scene.fen !== this.scene.fen) this.drawings.set(scene.drawn ?? new Map());
    this.scene = scene;
    const next = piecesOf(scene.fen);
    this.pieceLayer.show(next, scene.last, animate);
    this.pieces = next;
    if (!same) this.chosen = null;
    this.#mark();
    this.#label();
  }

  /** Draws the marks below and above the pieces. */
  #mark() {
    const { last, legal, arrows = [], marked, threats, end } = this.scene;
    const below = [];
    const above = [];
    if (last) {
      below.push(
        marks.lastMove(this.middle(last.from), false),
        marks.lastMove(this.middle(last.to), true),
      );
    }
    if (marked) below.push(marks.chosen(this.middle(marked)));
    if (this.chosen) {
      below.push(marks.chosen(this.middle(this.chosen)));
      for (const move of legal.filter((legal) => legal.from === this.chosen)) {
        above.push(marks.target(this.middle(move.to), move.captures.length > 0));
      }
    }
    for (const [square, threat] of threats ? threatsIn(threats) : []) {
      above.push(threatMarks[threat](this.middle(square)));
    }
    above.push(...marks.arrowsOf(arrows, (square) => this.middle(square)));
    if (end) above.push(marks.end(this.middle(end.square), end.winner));
    fill(this.layers.below, ...below);
    fill(this.layers.above, ...above);
  }

  /** @param {BoardRules} ruleset */
  #makeCells({ side }) {
    this.cells.clear();
    const rows = [];
    for (let down = 0; down < side; down += 1) {
      const row = svg('g', { role: 'row' });
      for (let right = 0; right < side; right += 1) {
        const file = this.flipped ? side - 1 - right : right;
        const rank = this.flipped ? down : side - 1 - down;
        const name = nameOf(file, rank);
        const { x, y } = cornerOf(file, rank, side, this.flipped);
        const area = svg('rect', { x, y, width: UNIT, height: UNIT, class: 'cell-area' });
        const cell = svg(
          'g',
          { role: 'gridcell', class: 'cell', 'data-square': name, tabindex: -1 },
          area,
        );
        cell.addEventListener('focus', () => this.#focusOn(name));
        this.cells.set(name, cell);
        row.append(cell);
      }
      rows.push(row);
    }
    fill(this.layers.cells, ...rows);
    if (!this.cells.has(this.focused)) this.focused = 'a1';
    this.cells.get(this.focused)?.setAttribute('tabindex', '0');
  }

  /** Labels each square for screen readers. */
  #label() {
    if (!this.ruleset) return;
    const targets = new Map(
      this.scene.legal.filter((move) => move.from === this.chosen).map((move) => [move.to, move]),
    );
    const threats = this.scene.threats && threatsIn(this.scene.threats);
    for (const [name, cell] of this.cells) {
      const words = [name];
      const kind = this.pieces.get(name);
      if (kind) words.push(texts.pieces[kind]);
      const special = texts.special(this.ruleset, name);
      if (special) words.push(special);
      const threat = threats?.get(name);
      if (threat) words.push(texts.threats[threat]);
      const target = targets.get(name);
      if (target) words.push(texts.canGo(target.captures.length));
      if (this.chosen === name) words.push(texts.chosen);
      cell.setAttribute('aria-label', words.join(', '));
      cell.classList.toggle(
        'cell-movable',
        this.scene.legal.some((move) => move.from === name) || targets.has(name),
      );
    }
  }

  /** @param {string} name */
  #focusOn(name) {
    this.cells.get(this.focused)?.setAttribute('tabindex', '-1');
    this.focused = name;
    this.cells.get(name)?.setAttribute('tabindex', '0');
  }

  /** @param {string | null} square */
  #choose(square) {
    this.chosen = square;
    this.#mark();
    this.#label();
  }

  /**
   * Handles a click on a square or its choice by key.
   * @param {string} square
   */
  #pick(square) {
    if (this.edited) {
      this.edited(square);
      return;
    }
    const move = this.scene.legal.find((move) => move.from === this.chosen && move.to === square);
    if (move) {
      this.chosen = null;
      this.moved(move);
    } else {
      const movable = this.scene.legal.some((move) => move.from === square);
      this.#choose(movable && this.chosen !== square ? square : null);
      if (!movable) this.touched(square);
    }
  }

  /** Picture units per screen pixel. */
  get #scale() {
    const side = this.ruleset?.side ?? 1;
    return (side * UNIT + 2 * marginOf(side)) / this.root.getBoundingClientRect().width;
  }

  /** @param {PointerEvent} event */
  #squareAt(event) {
    const box = this.root.getBoundingClientRect();
    const side = this.ruleset?.side ?? 1;
    const scale = this.#scale;
    const x = (event.clientX - box.left) * scale - marginOf(side);
    const y = (event.clientY - box.top) * scale - marginOf(side);
    const [right, down] = [Math.floor(x / UNIT), Math.floor(y / UNIT)];
    if (right < 0 || down < 0 || right >= side || down >= side) return null;
    const exact = this.flipped ? nameOf(side - 1 - right, down) : nameOf(right, side - 1 - down);
    const isRough = event.pointerType === 'touch' && UNIT / scale < FINGER;
    return (isRough && this.#nearest(x, y)) || exact;
  }

  /**
   * The nearest square with something to do. Fingers are often wider than squares.
   * @param {number} x
   * @param {number} y
   */
  #nearest(x, y) {
    let nearest = null;
    let least = UNIT;
    for (const { from, to } of this.edited ? [] : this.scene.legal) {
      for (const name of from === this.chosen ? [from, to] : [from]) {
        const middle = this.middle(name);
        const distance = Math.hypot(middle.x - x, middle.y - y);
        if (distance < least) [nearest, least] = [name, distance];
      }
    }
    return nearest;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const square = this.#squareAt(event);
    if (!square || event.button > 0) return;
    event.preventDefault();
    this.cursor.point(this.cells.get(square));
    const movable = !this.edited && this.scene.legal.some((move) => move.from === square);
    if (!movable) {
      this.#pick(square);
      return;
    }
    this.drag = {
      from: square,
      x: event.clientX,
      y: event.clientY,
      moving: false,
      again: this.chosen === square,
    };
    if (this.chosen !== square) this.#choose(square);
    this.root.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const { drag } = this;
    if (!drag) return;
    const [right, down] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.moving ||= Math.hypot(right, down) > DRAG_START;
    if (!drag.moving) return;
    const scale = this.#scale;
    this.pieceLayer.carry(drag.from, right * scale, down * scale);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { drag } = this;
    if (!drag) return;
    this.#drop();
    const square = this.#squareAt(event);
    if (!drag.moving) {
      if (drag.again) this.#choose(null);
    } else if (square && square !== drag.from) {
      const move = this.scene.legal.find((move) => move.from === drag.from && move.to === square);
      if (move) this.#pick(square);
      else this.#choose(null);
    }
  }

  /** Returns a dragged piece to its square. */
  #drop() {
    const { drag } = this;
    this.drag = null;
    if (drag) this.pieceLayer.carry(drag.from, 0, 0);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    // After a click the keys are those of the page: the arrows step through the game.
    const { isActive } = this.cursor;
    const step = steps[event.key];
    const side = this.ruleset?.side ?? 1;
    if (isActive && step && !event.ctrlKey && !event.altKey && !event.metaKey) {
      const turn = this.flipped ? -1 : 1;
      const { file, rank } = placeOf(this.focused);
      const next = nameOf(
        Math.min(side - 1, Math.max(0, file + turn * step[0])),
        Math.min(side - 1, Math.max(0, rank + turn * step[1])),
      );
      this.cells.get(next)?.focus();
    } else if (isActive && (event.key === 'Enter' || event.key === ' ')) {
      this.#pick(this.focused);
    } else if (event.key === 'Escape' && this.chosen) {
      this.#choose(null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

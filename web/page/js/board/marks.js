/** Marks on squares: the last move, possible destinations, threats, arrows. */

import { svg } from '../dom.js';
import { art, drawn } from './art.js';

/** @typedef {{ x: number, y: number }} Point the centre of a square */

/**
 * The start or destination of the last move.
 * @param {Point} at
 * @param {boolean} isTarget
 */
export function lastMove(at, isTarget) {
  const shapes = art.lastMove[isTarget ? 'to' : 'from'].map(drawn);
  return svg('g', { class: 'mark-last', transform: `translate(${at.x} ${at.y})` }, ...shapes);
}

/**
 * A possible destination: a dot, or a diamond if the move captures.
 * @param {Point} at
 * @param {boolean} captures
 */
export function target(at, captures) {
  const group = svg('g', { class: 'mark-target', transform: `translate(${at.x} ${at.y})` });
  group.append(
    captures
      ? svg('path', {
          d: 'M0-26 26 0 0 26-26 0z',
          fill: '#1f6f4a',
          'fill-opacity': 0.85,
          stroke: '#fff',
          'stroke-width': 4,
        })
      : svg('circle', { r: 15, fill: '#1f6f4a', 'fill-opacity': 0.75 }),
  );
  return group;
}

/** The square of the chosen piece. @param {Point} at */
export function chosen(at) {
  return svg('rect', {
    class: 'mark-chosen',
    x: at.x - 47,
    y: at.y - 47,
    width: 94,
    height: 94,
    rx: 8,
    fill: '#1f6f4a',
    'fill-opacity': 0.35,
    stroke: '#1f6f4a',
    'stroke-width': 6,
  });
}

/** A star: the defenders win at once there. @param {Point} at */
export function wins(at) {
  return svg('path', {
    class: 'mark-wins',
    transform: `translate(${at.x} ${at.y})`,
    d: 'M0-34 9-12 33-11 14 4 21 27 0 14-21 27-14 4-33-11-9-12z',
    fill: '#7a3fb0',
    stroke: '#fff',
    'stroke-width': 4,
  });
}

const CROSS = 'M-28-28 28 28M28-28-28 28';

/** A cross: the attackers win at once there. @param {Point} at */
export function danger(at) {
  return svg('path', {
    class: 'mark-danger',
    transform: `translate(${at.x} ${at.y})`,
    d: 'M-24-24 24 24M24-24-24 24',
    stroke: '#c0262b',
    'stroke-width': 9,
    'stroke-linecap': 'round',
  });
}

/**
 * The end of a game, on the king's square: a golden ring if the defenders have won, a cross if the attackers have.
 * @param {Point} at
 * @param {'attackers' | 'defenders'} winner
 */
export function end(at, winner) {
  const shapes =
    winner === 'defenders'
      ? [svg('circle', { r: 45, stroke: '#fff8e0', 'stroke-width': 12 }), svg('circle', { r: 45 })]
      : [svg('path', { d: CROSS, stroke: '#fff', 'stroke-width': 18 }), svg('path', { d: CROSS })];
  return svg(
    'g',
    {
      class: `mark-end mark-end-${winner}`,
      transform: `translate(${at.x} ${at.y})`,
      fill: 'none',
      stroke: winner === 'defenders' ? '#c98a0e' : '#b3211f',
      'stroke-width': winner === 'defenders' ? 7 : 11,
      'stroke-linecap': 'round',
    },
    ...shapes,
  );
}

/** A small ring: the king can move there. @param {Point} at */
export function reach(at) {
  return svg('circle', {
    class: 'mark-reach',
    cx: at.x,
    cy: at.y,
    r: 12,
    fill: 'none',
    stroke: '#7a3fb0',
    'stroke-width': 6,
  });
}

/** The colours of arrows, the best line first. */
const shades = [art.colours.arrow, '#3f8a6d', '#6c7a8a', '#8a7f9a', '#9a8f7f'];

/** @param {number} rank from 1 */
const shadeOf = (rank) => shades[Math.min(rank, shades.length) - 1];

/** A circle that somebody drew on a square. @param {Point} at @param {string} colour */
export function ring(at, colour) {
  return svg('circle', {
    class: 'drawn-ring',
    cx: at.x,
    cy: at.y,
    r: 43,
    fill: 'none',
    stroke: colour,
    'stroke-width': 7,
    opacity: 0.85,
  });
}

/**
 * An arrow from one square to another. Lower-ranked lines are thinner.
 * @param {Point} from
 * @param {Point} to
 * @param {number} rank from 1
 * @param {string} [colour]
 */
export function arrow(from, to, rank, colour = shadeOf(rank)) {
  const width = Math.max(8, 22 - 4 * rank);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const head = 2.2 * width;
  const end = length - 12;
  return svg(
    'g',
    { class: 'arrow', transform: `translate(${from.x} ${from.y}) rotate(${angle})`, opacity: 0.8 },
    svg('path', {
      d: `M20 ${-width / 2}H${end - head}V${-head * 0.7}L${end} 0 ${end - head} ${head * 0.7}V${width / 2}H20z`,
      fill: colour,
      stroke: '#fff',
      'stroke-width': 3,
      'stroke-linejoin': 'round',
    }),
  );
}

/**
 * Arrows with circles on the pieces that they capture, the first on top.
 * @param {import('./board.js').Arrow[]} arrows
 * @param {(square: string) => Point} middle
 */
export function arrowsOf(arrows, middle) {
  return [...arrows]
    .reverse()
    .flatMap(({ from, to, rank, colour = shadeOf(rank), captures = [] }) => [
      ...captures.map((square) => ring(middle(square), colour)),
      arrow(middle(from), middle(to), rank, colour),
    ]);
}

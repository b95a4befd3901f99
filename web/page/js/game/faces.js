/** Faces for the engine's strength, from a child who is new to the game to a king. */

import { svg } from '../dom.js';

/** @typedef {keyof typeof FACES} Face */

const HAIR = { d: 'M-17-2A17 17 0 0 1 17-2Q9-11 0-10-9-11-17-2Z', fill: '#8a5a2b' };
const GREY_HAIR = { ...HAIR, fill: '#a9a29a' };
const HELMET = { d: 'M-18-3A18 18 0 0 1 18-3H3V5H-3V-3Z', fill: '#8d8797' };
const CROWN = { d: 'M-15-9V-23L-7-16 0-26 7-16 15-23V-9Z', fill: '#d9a02f' };
const BEARD = { d: 'M-15 4Q-9 21 0 21 9 21 15 4 8 9 0 8-8 9-15 4Z', fill: '#8a5a2b' };
const LONG_BEARD = { d: 'M-15 3Q-12 27 0 31 12 27 15 3 8 9 0 8-8 9-15 3Z', fill: '#a9a29a' };
const TUFT = { d: 'M-4-15Q-3-23 3-24 1-19 5-15Z', fill: '#c08a3e' };
const SMILE = { d: 'M-6 7Q0 14 6 7Z', fill: '#7d3b2b' };
const MOUTH = { d: 'M-5 9Q0 12 5 9', fill: 'none' };
const FIRM = { d: 'M-4 11H4', fill: 'none' };
const BROWS = { d: 'M-11-6-4-3M11-6 4-3', fill: 'none' };

/** What a face has besides its eyes, by the name of the strength. */
const FACES = {
  newcomer: [TUFT, SMILE],
  beginner: [HAIR, SMILE],
  casual: [HAIR, MOUTH],
  club: [HAIR, BEARD, MOUTH],
  strong: [BEARD, FIRM, HELMET],
  master: [GREY_HAIR, LONG_BEARD, FIRM, BROWS],
  full: [LONG_BEARD, FIRM, BROWS, CROWN],
};

/** @param {Face} name */
export function face(name) {
  const line = { stroke: '#3f2d1c', 'stroke-width': 1.8, 'stroke-linejoin': 'round' };
  return svg(
    'svg',
    { viewBox: '-26 -28 52 60', class: 'face', 'aria-hidden': 'true', 'data-face': name },
    svg('circle', { r: 17, fill: '#f0d0a8', ...line }),
    ...[-6, 6].map((x) => svg('circle', { cx: x, cy: 0, r: 2, fill: '#3f2d1c' })),
    ...FACES[name].map((part) => svg('path', { ...part, ...line, 'stroke-linecap': 'round' })),
  );
}

/** Piece sounds. The browser synthesises them, so there are no files to load. */

import { keep, recall } from './settings.js';

/** @typedef {'move' | 'capture' | 'end'} Sound */

/** The strokes of each sound: frequencies in hertz and start times in seconds. @type {Record<Sound, [number, number][]>} */
const STROKES = {
  move: [[210, 0]],
  capture: [
    [210, 0],
    [150, 0.09],
  ],
  end: [
    [262, 0],
    [330, 0.14],
    [392, 0.28],
  ],
};

/** The length of a stroke on wood, in seconds. The end of a game rings longer. */
const WOOD = 0.09;
const RING = 0.5;

/** @type {AudioContext | null} */
let context = null;

/** Whether sounds are on. */
export function hasSound() {
  return recall('sound', true);
}

/** Toggles sounds. @returns {boolean} whether they are on now */
export function switchSound() {
  keep('sound', !hasSound());
  return hasSound();
}

/**
 * Plays a sound if sounds are on. Browsers allow none before the user interacts with the page.
 * @param {Sound} sound
 */
export function playSound(sound) {
  if (!hasSound() || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  for (const [frequency, after] of STROKES[sound]) {
    strike(context, frequency, after, sound === 'end' ? RING : WOOD);
  }
}

/**
 * @param {AudioContext} context
 * @param {number} frequency
 * @param {number} after
 * @param {number} length
 */
function strike(context, frequency, after, length) {
  const start = context.currentTime + after;
  const tone = new OscillatorNode(context, { type: 'triangle', frequency });
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.setValueAtTime(0.25, start);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + length);
  tone.connect(loudness).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}

/** The slider for the engine's strength, from weakest to full. */

import { el, fill, labelled } from '../dom.js';
import { strengthName, texts } from '../texts.js';
import { face } from './faces.js';
import { LEVELS } from './levels.js';

/**
 * @typedef {object} Strengths the strengths of an engine
 * @property {number} min its lowest Elo
 * @property {number} max its highest
 * @property {boolean} hasLevels whether they are our engine's levels
 */

/** The Elo between two steps for an engine without levels. */
const STEP = 50;

/** The default strength, as a fraction of the range. */
const USUAL = 0.4;

/** The Elo of each step below full strength. @param {Strengths} strengths */
function stepsOf({ min, max, hasLevels }) {
  if (hasLevels) return LEVELS.slice(0, -1);
  return Array.from({ length: Math.floor((max - min) / STEP) + 1 }, (_, at) => min + at * STEP);
}

/**
 * @param {Strengths | null} strengths
 * @param {number | null} kept the saved choice as an Elo: 0 for full strength, null for none yet
 */
export function strengthField(strengths, kept) {
  const { min, max, hasLevels } = strengths ?? { min: 0, max: 0, hasLevels: false };
  const steps = strengths ? stepsOf(strengths) : [];
  // An Elo plays like the strongest step that is rated at most that.
  const stepOf = (/** @type {number} */ elo) =>
    Math.max(
      0,
      steps.findLastIndex((rated) => rated <= elo),
    );
  const start = kept === 0 ? steps.length : stepOf(kept ?? min + USUAL * (max - min));
  const range = el('input', { type: 'range', min: 0, max: steps.length, value: start });
  const shown = el('output', {});
  const portrait = el('span', { class: 'portrait' });
  const value = () => steps[Number(range.value)] ?? 0;
  const show = () => {
    const elo = value();
    const words = elo ? texts.elo(elo) : texts.fullStrength;
    shown.textContent = elo && hasLevels ? texts.level(Number(range.value), words) : words;
    range.setAttribute('aria-valuetext', shown.textContent);
    fill(portrait, face(elo ? strengthName(elo) : 'full'));
  };
  const brief = () => {
    const elo = value();
    if (!elo) return texts.fullStrength;
    return hasLevels ? texts.briefLevel(Number(range.value)) : texts.briefElo(elo);
  };
  range.addEventListener('input', show);
  show();
  const element = labelled(texts.strength, el('span', { class: 'range' }, portrait, range, shown), {
    control: range,
  });
  return { element, value, brief };
}

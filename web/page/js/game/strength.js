/** The strength of the engine, from its least to all it has. */

import { el, labelled } from '../dom.js';
import { texts } from '../texts.js';

const STEP = 50;

/** The part of the range that a new player begins with. */
const USUAL = 0.4;

/**
 * @param {{ min: number, max: number } | null} strengths
 * @param {number | null} kept 0 for all of it; null if nothing has been chosen yet
 */
export function strengthField(strengths, kept) {
  const { min, max } = strengths ?? { min: 0, max: 0 };
  const full = Math.ceil(max / STEP) * STEP + STEP;
  const usual = Math.round((min + USUAL * (max - min)) / STEP) * STEP;
  const range = el('input', {
    type: 'range',
    min,
    max: full,
    step: STEP,
    value: kept === null ? usual : kept || full,
  });
  const shown = el('output', {});
  const value = () => (Number(range.value) > max ? 0 : Number(range.value));
  const show = () => {
    const elo = value();
    shown.textContent = elo ? texts.elo(elo) : texts.fullStrength;
    range.setAttribute('aria-valuetext', shown.textContent);
  };
  range.addEventListener('input', show);
  show();
  const element = labelled(texts.strength, el('span', { class: 'range' }, range, shown), {
    control: range,
  });
  return { element, value };
}

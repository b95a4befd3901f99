/** The slider for the engine's strength, from weakest to full. */

import { el, labelled } from '../dom.js';
import { texts } from '../texts.js';

const STEP = 50;

/** The default strength, as a fraction of the range. */
const USUAL = 0.4;

/**
 * @param {{ min: number, max: number } | null} strengths
 * @param {number | null} kept the saved choice: 0 for full strength, null for none yet
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

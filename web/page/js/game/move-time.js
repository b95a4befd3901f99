/** The time that a move took, as part of its remark: `12.5000s`, as records write it. */

import { numberText } from '../languages/language.js';
import { texts } from '../texts.js';
import { clockText } from './clock.js';

/** @param {number} milliseconds */
export const remarkOf = (milliseconds) => `${(milliseconds / 1000).toFixed(4)}s`;

/**
 * The time in a remark, in words; empty if there is none.
 * @param {string} remark
 */
export function timeOf(remark) {
  const found = /(?:^|\s)(\d+(?:\.\d+)?)s(?:\s|$)/.exec(remark);
  if (!found) return '';
  const seconds = Number(found[1]);
  return seconds < 60 ? texts.seconds(numberText(seconds, 1)) : clockText(1000 * seconds);
}

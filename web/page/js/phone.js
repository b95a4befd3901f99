/** Opening the page on a phone: a dialog with the link and a code to scan. */

import { phoneLink } from './connection/games.js';
import { showDialog } from './dialog.js';
import { button, el, svg } from './dom.js';
import { needing } from './needs.js';
import { texts } from './texts.js';

/** The light border that readers of codes need, in modules (ISO/IEC 18004). */
const BORDER = 4;

/**
 * The button that opens the dialog.
 * @param {string} token
 * @param {(error: unknown) => void} failed
 */
export function phoneButton(token, failed) {
  const open = async () => {
    const found = await phoneLink(token);
    showDialog(
      found
        ? [
            el('p', {}, texts.phone.scan),
            picture(found.code),
            el('p', { class: 'address' }, found.link),
          ]
        : [
            el('p', {}, texts.phone.closed),
            el('p', {}, el('code', {}, 'branan board --host 0.0.0.0')),
          ],
    );
  };
  return needing(
    button(texts.phone.open, () => void open().catch(failed), { class: 'button link' }),
  );
}

/**
 * Draws a code.
 * @param {string[]} code its rows, `1` for a dark module
 */
function picture(code) {
  const dark = code.flatMap((row, y) =>
    [...row].flatMap((module, x) => (module === '1' ? `M${x} ${y}h1v1h-1z` : [])),
  );
  const size = code.length + 2 * BORDER;
  return svg(
    'svg',
    {
      class: 'phone-code',
      viewBox: `${-BORDER} ${-BORDER} ${size} ${size}`,
      role: 'img',
      'aria-label': texts.phone.code,
      'shape-rendering': 'crispEdges',
    },
    svg('path', { d: dark.join('') }),
  );
}

/** The message shown when the connection to the program is lost. */

import { texts } from '../texts.js';
import { reach } from './games.js';

/** The interval between attempts to reach the program, in milliseconds. */
const RETRY = 3000;

/**
 * Reports that the program has gone, and that its link has changed once it runs again.
 * @param {(words: string) => void} tell
 * @param {string} token
 * @param {string} reason the program's reason, if any
 * @param {string} lost the message while it is gone
 */
export async function tellLost(tell, token, reason, lost) {
  if (texts.closedFor[reason]) {
    tell(texts.failed(texts.closedFor[reason]));
    return;
  }
  while ((await reach(token)) !== 'stale') {
    tell(lost);
    await new Promise((resolve) => setTimeout(resolve, RETRY));
  }
  tell(texts.stale);
}

/** The message shown when the connection to the program is lost. */

import { texts } from '../texts.js';
import { reach } from './games.js';

/** The interval between attempts to reach the program, in milliseconds. */
const RETRY = 3000;

/**
 * Reports that the program has gone, and that its link has changed once it runs again.
 * @returns {Promise<boolean>} whether the same program can be reached again, as after a break of the network
 * @param {(words: string) => void} tell
 * @param {string} token
 * @param {string} reason the program's reason, if any
 * @param {string} lost the message while it is gone
 */
export async function tellLost(tell, token, reason, lost) {
  if (texts.closedFor[reason]) {
    tell(texts.failed(texts.closedFor[reason]));
    return false;
  }
  for (let wasHere = false; ;) {
    const found = await reach(token);
    if (found === 'stale') {
      tell(texts.stale);
      return false;
    }
    // A program that is just ending still answers once.
    if (found === 'here' && wasHere) return true;
    wasHere = found === 'here';
    tell(lost);
    await new Promise((resolve) => setTimeout(resolve, RETRY));
  }
}

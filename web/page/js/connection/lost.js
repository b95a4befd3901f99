/** What people are told when the program has gone. */

import { texts } from '../texts.js';
import { reach } from './games.js';

/** How often a program that has gone is looked for, in milliseconds. */
const RETRY = 3000;

/**
 * Says that the program has gone, and, as soon as it runs again, that its link is another one.
 * @param {(words: string) => void} tell
 * @param {string} token
 * @param {string} reason that the program gave, if any
 * @param {string} lost what to say while it is gone
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

/** What the page does when the connection to the program is lost. */

import { noteReturn, sharedToken } from '../settings.js';
import { texts } from '../texts.js';
import { reach } from './games.js';

/** The interval between attempts to reach the program, in milliseconds. */
const RETRY = 3000;

const pause = () => new Promise((resolve) => setTimeout(resolve, RETRY));

/**
 * Reports that the program has gone, and goes on with it once it can be reached again: in a new page, with the link of a
 * restarted program if it has been opened in this browser.
 * @param {(words: string) => void} tell
 * @param {string} token
 * @param {string} reason the program's reason, if any
 * @param {string} lost the message while it is gone
 */
export async function waitForProgram(tell, token, reason, lost) {
  if (texts.closedFor[reason]) {
    tell(texts.failed(texts.closedFor[reason]));
    return;
  }
  if (await isHereAgain(token, () => tell(lost))) {
    // A page that could not start would reload for ever.
    if (document.body.dataset.ready) location.reload();
    return;
  }
  tell(texts.stale);
  await otherProgram(token);
  noteReturn();
  location.reload();
}

/**
 * Waits until a program can be reached.
 * @param {string} token
 * @param {() => void} failed called after each failure
 * @returns {Promise<boolean>} whether it is the same program, as after a break of the network
 */
async function isHereAgain(token, failed) {
  for (let wasHere = false; ;) {
    const found = await reach(token);
    if (found === 'stale') return false;
    // A program that is just ending still answers once.
    if (found === 'here' && wasHere) return true;
    wasHere = found === 'here';
    failed();
    await pause();
  }
}

/**
 * Waits until a page in another tab has opened the link of a program that runs.
 * @param {string} token the token that is known to be stale; empty without any
 */
export async function otherProgram(token) {
  for (let tried = token; ; await pause()) {
    const newest = sharedToken();
    if (newest === tried) continue;
    tried = newest;
    if ((await reach(newest)) === 'here') return;
  }
}

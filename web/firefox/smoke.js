/**
 * Plays a move and analyses a position in Firefox: `npm run firefox`. It needs Firefox (`FIREFOX`, or else
 * `firefox-esr`) and the program (`BRANAN`, or else the development build), and is no part of the other checks.
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Firefox } from './marionette.js';

const program =
  process.env.BRANAN ?? fileURLToPath(new URL('../../target/debug/branan', import.meta.url));
const files = process.env.PAGE_FILES ? ['--files', process.env.PAGE_FILES] : [];

const server = spawn(program, ['board', '--port', '0', '--no-open', ...files]);
/** @type {string} */
const link = await new Promise((resolve, reject) => {
  for (const stream of [server.stdout, server.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      const found = /http:\/\/\S+#token=\w+/.exec(line);
      if (found) resolve(found[0]);
    });
  }
  server.on('close', () => reject(new Error('the program has ended')));
});
const firefox = await Firefox.start(process.env.FIREFOX ?? 'firefox-esr');
try {
  await firefox.open(link);
  await firefox.until('document.body.dataset.ready');
  console.log('the board is there:', await firefox.value('navigator.userAgent'));
  await firefox.click('[data-square=d1] .cell-area');
  await firefox.click('[data-square=b1] .cell-area');
  await firefox.until('document.querySelectorAll(".moves .move").length >= 2');
  const moves = await firefox.value('document.querySelector(".moves").textContent');
  console.log('a move and the answer:', moves);
  assert.match(moves, /^1\.d1-b1/);
  await firefox.value('void (location.hash = "analyse?variant=tablut&moves=e2g2")');
  await firefox.click('.dialog .primary');
  await firefox.until('document.querySelectorAll(".line .score").length >= 3');
  console.log('the best line:', await firefox.value('document.querySelector(".line").textContent'));
  assert.equal(await firefox.value('document.fonts.check("16px \'Source Sans 3\'")'), true);
} finally {
  await firefox.close();
  server.kill();
}

/** The live page of a match, which anyone can read. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { check } from './axe.js';
import { browse, program, sizes, withAddress } from './harness.js';

const names = ['one', 'The second engine, whose name is long', 'AnEngineWhoseNameHasNoSpaces', 'x'];
const engines = names.flatMap((name) => ['--engine', `cmd=${program}`, `name=${name}`]);
const terms = ['--each', 'depth=1', '--variant', 'brandubh-macwhite', '--format', 'swiss'];

/** @type {import('node:child_process').ChildProcess} */
let match;
let address = '';

browse();

before(async () => {
  const more = ['--rounds', '3', '--pairs', '500', '--listen', '127.0.0.1:0'];
  match = spawn(program, ['match', ...engines, ...terms, ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  address = await new Promise((resolve, reject) => {
    for (const stream of [match.stdout, match.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        const found = /http:\/\/\S+/.exec(line);
        if (found) resolve(found[0]);
      });
    }
    match.on('close', () => reject(new Error('the match has ended')));
  });
});

after(() => {
  match?.kill();
});

for (const [name, viewport] of Object.entries(sizes)) {
  test(`the scores and the boards fit a ${name}`, async () => {
    await withAddress(address, { viewport }, async (page) => {
      await page.getByRole('row', { name: /^one/ }).waitFor();
      await page.locator('figure svg').first().waitFor();
      const { wide, window } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        window: innerWidth,
      }));
      assert.ok(wide <= window, `${wide} > ${window}`);
      await check(page);
      if (name !== 'phone') return;
      // The place to which the scores are scrolled stays when the match goes on. Each look is one step in the page: the
      // element may be replaced between finding and asking it.
      await page.evaluate(() => document.querySelector('.scores')?.scrollTo(20, 0));
      const version = await page.locator('#match').getAttribute('data-version');
      await page.locator(`#match:not([data-version="${version}"])`).waitFor();
      assert.equal(await page.evaluate(() => document.querySelector('.scores')?.scrollLeft), 20);
    });
  });
}

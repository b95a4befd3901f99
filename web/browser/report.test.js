/** The page written by `branan report`. It shows its games on the board of `branan board`. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { check } from './axe.js';
import { browse, program, shows, sizes, withFile } from './harness.js';

browse();

/** Two boards, a capture, defenders who move first, and a game of an unknown ruleset, which cannot be shown. */
const RECORDS = `[Variant "brandubh-macwhite"]
[Attackers "one"]
[Defenders "two"]
[Result "draw"]
[Termination "max-moves"]
[Detail "long enough"]
[Comment "Once [%csl Gd4]"]

1. d1-c1 {-0.35/12 0.1s} d5-b5 {+1.20/9 0.2s} 2. d6-b6xb5 {-2.00/9 0.1s} draw

[Variant "ashton-tablut"]
[Attackers "two"]
[Defenders "one"]
[Result "attackers"]
[Termination "resign"]

1... e4-f4 2. e2-f2 attackers

[Variant "of-a-user"]
[Attackers "two"]
[Defenders "one"]
[Result "attackers"]
[Termination "resign"]

1. d1-d7 attackers

`;

let folder = '';
let report = '';

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'branan-'));
  const records = join(folder, 'games.txt');
  report = join(folder, 'games.html');
  writeFileSync(records, RECORDS);
  execFileSync(program, ['report', records, '--output', report], { stdio: 'pipe' });
});
after(() => rmSync(folder, { recursive: true }));

for (const viewport of [sizes.desktop, sizes.phone]) {
  test(`a report's games are stepped through, ${viewport.width} pixels wide`, async () => {
    await withFile(report, { viewport }, async (page) => {
      const said = page.locator('#said');
      const square = (/** @type {string} */ name) => page.locator(`[data-square=${name}]`);
      const label = (/** @type {string} */ name) => square(name).getAttribute('aria-label');
      await shows(said, 'Start  Once');
      assert.equal(await page.locator('.board .drawn-ring').count(), 1);
      assert.equal(await page.locator('.board .piece').count(), 13);
      assert.match((await label('d4')) ?? '', /king, throne/);
      await page.locator('[data-go=last]').click();
      await shows(said, 'd6-b6xb5  -2.00/9 0.1000s\nlong enough');
      assert.equal(await label('b5'), 'b5');
      assert.equal(await page.locator('.board .mark-last').count(), 2);
      await page.keyboard.press('ArrowLeft');
      await shows(said, 'd5-b5  +1.20/9 0.2000s');
      assert.equal(await label('b5'), 'b5, defender');
      await check(page);
      await page.keyboard.press('n');
      await shows(page.locator('#title'), '2. two – one, ashton-tablut: attackers win (resign)');
      assert.equal(await page.locator('[role=gridcell]').count(), 81);
      await page.locator('#moves button').nth(1).click();
      await shows(said, 'e2-f2');
      await page.keyboard.press('n');
      await page.locator('#said', { hasText: 'This game cannot be shown' }).waitFor();
      await page.locator('#filter').fill('ashton');
      assert.equal(await page.locator('#games button').count(), 1);
      await page.locator('#games button').click();
      await shows(page.locator('#title'), '2. two – one, ashton-tablut: attackers win (resign)');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= viewport.width, `the page is ${wide} pixels wide`);
    });
  });
}

/** Two games between each two of eight engines, with results of all kinds and faults of two kinds. */
function roundRobin() {
  const names = Array.from({ length: 8 }, (_, place) => `engine-number-${place + 1}`);
  /** @type {string[]} */
  const games = [];
  const add = (/** @type {string} */ attackers, /** @type {string} */ defenders) => {
    const number = games.length + 1;
    const [result, termination] = [
      ['attackers', 'time-forfeit'],
      ['draw', 'max-moves'],
      ['attackers', 'illegal-move'],
    ][number % 3];
    games.push(`[Game "${number}"]
[Variant "brandubh-macwhite"]
[Attackers "${attackers}"]
[Defenders "${defenders}"]
[Result "${result}"]
[Termination "${termination}"]

1. d1-c1 {-0.35/12 1.25s lag 0.0123} d5-b5 {+1.20/9 1.5s lag 0.0123} ${result}
`);
  };
  for (const [place, name] of names.entries())
    for (const other of names.slice(place + 1)) {
      add(name, other);
      add(other, name);
    }
  return `${games.join('\n')}\n`;
}

test('the standings of eight engines fit a window of 1200 pixels', async () => {
  const records = join(folder, 'eight.txt');
  const eight = join(folder, 'eight.html');
  writeFileSync(records, roundRobin());
  execFileSync(program, ['report', records, '--output', eight], { stdio: 'pipe' });
  await withFile(eight, { viewport: { width: 1200, height: 900 } }, async (page) => {
    const section = page.locator('section', { hasText: 'Standings' }).first();
    const tables = section.locator('.table');
    assert.equal(await tables.count(), 2);
    for (const table of await tables.all())
      assert.ok(await table.evaluate((element) => element.scrollWidth <= element.clientWidth));
  });
});

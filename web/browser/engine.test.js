/** Another engine plays, with less than its full strength. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { click, newGame, program, serve, sizes, waitForTurn, withPage } from './harness.js';

const commands = join(mkdtempSync(join(tmpdir(), 'board-')), 'commands');
const engine = fileURLToPath(new URL('limited-engine.js', import.meta.url));

serve('--engine', `'${process.execPath}' '${engine}' '${program}' '${commands}'`);

test('another engine plays at the strength that is chosen', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await page.getByLabel('Strength of the engine').fill('1200');
    await page.getByText('about 1200 Elo').waitFor();
    await newGame(page, { ruleset: 'tablut' });
    await page.getByText('Wrapped 1').waitFor();
    await click(page, 'e2');
    await click(page, 'g2');
    await waitForTurn(page, 2);
    const sent = readFileSync(commands, 'utf8').split('\n');
    for (const line of [
      'setoption name UCI_Variant value tablut',
      'setoption name UCI_LimitStrength value true',
      'setoption name UCI_Elo value 1200',
      'position startpos moves e2g2',
      'go movetime 100',
    ]) {
      assert.ok(sent.includes(line), `${line}: ${sent.join(' | ')}`);
    }
    // The rules are none of its business.
    assert.ok(!sent.some((line) => /^(d|moves|rules)$/.test(line)));
  });
});

test('there is no choice of strength where no engine plays', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await page.getByLabel('You play').selectOption('both');
    assert.equal(await page.getByLabel('Strength of the engine').isVisible(), false);
  });
});

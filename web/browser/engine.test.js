/** Another engine plays below its full strength. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { move, newGame, program, serve, sizes, waitForTurn, withPage } from './harness.js';

const commands = join(mkdtempSync(join(tmpdir(), 'board-')), 'commands');
const engine = fileURLToPath(new URL('limited-engine.js', import.meta.url));

serve('--engine', `'${process.execPath}' '${engine}' '${program}' '${commands}'`);

test('another engine plays at the chosen strength', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    // The eighth step of 50 Elo above 800, because this engine has no levels.
    await page.getByLabel('Engine strength').fill('8');
    await page.getByText('about 1200 Elo').waitFor();
    await newGame(page, { ruleset: 'tablut' });
    await page.getByText('Wrapped 1').waitFor();
    await move(page, 'e2', 'g2');
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
    // Questions about the rules never go to the engine.
    assert.ok(!sent.some((line) => /^(d|moves|rules)\b/.test(line)));
  });
});

test('a game without an engine offers no choice of strength', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await page.getByLabel('You play').selectOption('both');
    assert.equal(await page.getByLabel('Engine strength').isVisible(), false);
  });
});

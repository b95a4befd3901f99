/** The analysis view. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chances } from '../page/js/analysis/lines.js';
import {
  address,
  click,
  counts,
  eventually,
  move,
  newGame,
  serve,
  show,
  shows,
  sizes,
  status,
  withPage,
} from './harness.js';

serve();

for (const [name, viewport] of Object.entries(sizes)) {
  test(`the engine's lines, arrows and chances on a ${name}`, async () => {
    const game = { variant: 'tablut', moves: 'e2g2 f5f6' };
    await withPage(
      { viewport },
      async (page) => {
        await page.getByText(/^depth (?:[5-9]|\d\d)/).waitFor();
        await page.locator('.line').nth(2).waitFor();
        await page.locator('.arrow').first().waitFor();
        const chances = async () =>
          (await page.locator('.bar').getAttribute('aria-valuetext')) ?? '';
        await eventually(chances, /defenders \d+/);
        // Another move makes a variation.
        await page.getByRole('button', { name: 'One move back' }).click();
        await move(page, 'e4', 'g4');
        await page.locator('.variation').waitFor();
        await shows(page.locator('.variation'), /e4-g4/);
        await page.getByRole('textbox', { name: 'Comment on this move' }).fill('Bold.');
        await page.getByRole('button', { name: 'Make this the main line' }).click();
        await page.waitForFunction(
          () => document.querySelector('.moves > .comment')?.textContent === 'Bold.',
        );
      },
      address('analyse', game),
    );
  });
}

test('a game is judged, and its mistakes are marked', async () => {
  // The king could escape, but steps into capture.
  const fen = '7/7/7/2t3T/2K4/7/2t4 d';
  const game = { variant: 'brandubh-macwhite', fen, moves: 'g4g5 c1c2' };
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await page.getByRole('button', { name: 'Analyse game' }).click();
      await page.locator('.moves .judgement').first().waitFor();
      await page.locator('.curve-line').waitFor();
      await page.locator('.curve').click({ position: { x: 2, y: 20 } });
      await counts(page.locator('.move.here'), 0);
    },
    address('analyse', game),
  );
});

test('what leads nowhere is off: steps at either end, the analysis of a game without moves', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const steps = page.locator('.steps button');
      const off = async () => {
        const states = await Promise.all((await steps.all()).map((step) => step.isDisabled()));
        return states.map(Number).join('');
      };
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('title'));
      await eventually(off, '0011');
      await page.getByRole('textbox', { name: 'Comment on this move' }).waitFor();
      await page.getByRole('button', { name: 'One move back' }).press('Enter');
      await eventually(off, '0000');
      assert.equal(await focused(), 'One move back');
      await page.keyboard.press('Enter');
      await eventually(off, '1100');
      assert.equal(await focused(), 'One move forward');
      await page.getByRole('textbox', { name: 'Comment on the start position' }).waitFor();
      await page.getByRole('button', { name: 'Last position' }).press('Enter');
      await eventually(off, '0011');
      assert.equal(await focused(), 'One move back');
      assert.ok(await page.getByRole('button', { name: 'Analyse game' }).isEnabled());
      await page.getByRole('button', { name: 'First position' }).click();
      await page.locator('.moves .move').first().click();
      await page.getByRole('button', { name: 'Delete from here' }).click();
      await eventually(off, '1111');
      assert.ok(await page.getByRole('button', { name: 'Analyse game' }).isDisabled());
    },
    address('analyse', { variant: 'tablut', moves: 'e2g2 f5f6' }),
  );
});

test('a position is set up by hand and proven', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await page.getByRole('button', { name: 'Set up a position' }).click();
      await page.getByLabel('Game', { exact: true }).selectOption('tablut');
      await page.locator('[data-square=i9]').waitFor();
      await page.getByLabel('Game', { exact: true }).selectOption('brandubh-macwhite');
      await page.locator('[data-square=i9]').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Clear the board' }).click();
      await page.getByRole('button', { name: 'Use this position' }).click();
      await shows(page.locator('.editor .error'), 'Place a king first.');
      await page.getByRole('button', { name: 'king', exact: true }).click();
      await click(page, 'b1');
      await page.getByRole('button', { name: 'attacker', exact: true }).click();
      await click(page, 'd6');
      await page.getByLabel('To move').selectOption('d');
      await page.getByRole('button', { name: 'Use this position' }).click();
      // Opening it takes the proof of an earlier position away.
      await page.getByRole('button', { name: 'Set up a position' }).waitFor();
      await page.getByRole('button', { name: 'Prove it' }).click();
      await page.getByText('the defenders can force a win within 1 move,').waitFor();
      await page.locator('.proof .move').click();
      await page.getByText('Defenders win: the king has escaped.').waitFor();
    },
    address('analyse', { variant: 'brandubh-macwhite' }),
  );
});

test('a position that is being set up waits while another view is shown', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await page.getByRole('button', { name: 'Set up a position' }).click();
      await page.getByRole('button', { name: 'Clear the board' }).click();
      await page.getByRole('button', { name: 'king', exact: true }).click();
      await click(page, 'b1');
      await page.getByLabel('To move').selectOption('d');
      // Its board has another size.
      await show(page, address('rules', { game: 'copenhagen' }));
      await page.locator('[data-square=k11]').waitFor();
      await show(page, 'analyse');
      await page.getByRole('button', { name: 'Use this position' }).waitFor();
      await counts(page.locator('[data-square=k11]'), 0);
      await counts(page.locator('[data-square=b1][aria-label*=king]'), 1);
      await counts(page.locator('.board .piece'), 1);
      assert.equal(await page.getByLabel('To move').inputValue(), 'd');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await show(page, 'rules');
      await show(page, 'analyse');
      await page.getByRole('button', { name: 'Set up a position' }).waitFor();
    },
    address('analyse', { variant: 'brandubh-macwhite' }),
  );
});

test('another game is only a draft while a position is set up, and replaces nothing when it is given up', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    await move(page, 'd1', 'b1');
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await show(page, 'analyse');
    const setUp = page.getByRole('button', { name: 'Set up a position' });
    await setUp.click();
    await page.getByLabel('Game', { exact: true }).selectOption('copenhagen');
    await page.locator('[data-square=k11]').waitFor();
    await shows(page.locator('.moves .move'), 'd1-b1');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await counts(page.locator('[data-square=k11]'), 0);
    await counts(page.locator('[data-square=b1][aria-label*=attacker]'), 1);
    await shows(page.locator('.moves .move'), 'd1-b1');
    await show(page, 'play');
    await shows(status(page), /^Attackers win/);

    // A position that is used takes the place of the game, as any other game does.
    await show(page, 'analyse');
    await setUp.click();
    await page.getByLabel('Game', { exact: true }).selectOption('copenhagen');
    await page.locator('[data-square=k11]').waitFor();
    await page.getByRole('button', { name: 'Use this position' }).click();
    await setUp.waitFor();
    await show(page, 'play');
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await counts(page.locator('#board [data-square]'), 121);
  });
});

test('a proof ends with its connection', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await page.routeWebSocket(/solver/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((line) => {
          if (String(line) === 'solve') socket.close();
          else server.send(line);
        });
      });
      await page.reload();
      await page.getByRole('button', { name: 'Prove it' }).click();
      await shows(page.locator('.proof-words'), /^That did not work: /);
      await page.getByRole('button', { name: 'Prove it' }).waitFor();
    },
    address('analyse', { variant: 'copenhagen' }),
  );
});

test("the king's threats are shown on demand", async () => {
  const game = { variant: 'brandubh-macwhite', fen: '7/3t3/7/7/7/7/1K5 a' };
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      assert.equal(await page.locator('.board .mark-wins').count(), 0);
      await page.getByRole('button', { name: /what the king can reach/ }).click();
      await counts(page.locator('.board .mark-wins'), 2);
      assert.ok((await page.locator('.board .mark-reach').count()) > 5);
      assert.match(
        (await page.locator('[data-square=a1]').getAttribute('aria-label')) ?? '',
        /the defenders can win there at once/,
      );
      await page.getByText('the attackers can win there at once').waitFor();
    },
    address('analyse', game),
  );
});

test('the percentages of the chances sum to 100', () => {
  assert.deepEqual(chances([334, 333, 333], 'attackers'), [34, 33, 33]);
  assert.deepEqual(chances([334, 333, 333], 'defenders'), [33, 33, 34]);
  assert.deepEqual(chances([4, 4, 992], 'attackers'), [1, 0, 99]);
  assert.deepEqual(chances([1000, 0, 0], 'defenders'), [0, 0, 100]);
});

test('the score on the bar stands upright and fits', async () => {
  await withPage(
    { viewport: { width: 1400, height: 900 } },
    async (page) => {
      const words = page.locator('.bar-words');
      await shows(words, /^[+−](\d|#)/);
      for (const text of ['−12.3', '+#12']) {
        const { box, bar } = await words.evaluate((words, text) => {
          words.textContent = text;
          const range = document.createRange();
          range.selectNodeContents(words);
          const of = (/** @type {Range | Element | null} */ place) =>
            place?.getBoundingClientRect().toJSON();
          return { box: of(range), bar: of(words.parentElement) };
        }, text);
        assert.ok(box.width > box.height, JSON.stringify(box));
        assert.ok(box.left >= bar.left && box.right <= bar.right, JSON.stringify([box, bar]));
      }
    },
    address('analyse', { variant: 'tablut' }),
  );
});

test('engine lines that are cut end with an ellipsis', async () => {
  await withPage(
    { viewport: sizes.phone },
    async (page) => {
      // The lines are drawn anew with every depth: one that has just been taken away has no style.
      await page.waitForFunction(() => {
        const line = document.querySelector('.line .line-moves');
        return line && getComputedStyle(line).textOverflow === 'ellipsis';
      });
    },
    address('analyse', { variant: 'tablut' }),
  );
});

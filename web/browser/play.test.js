/** Games against the engine, played with clicks. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  address,
  click,
  counts,
  eventually,
  move,
  newGame,
  serve,
  shows,
  sizes,
  someSquares,
  squares,
  status,
  waitForTurn,
  windows,
  withPage,
} from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

/**
 * Plays any legal move with clicks.
 * @param {Page} page
 * @param {number} turn
 */
async function playSomething(page, turn) {
  const pieces = await someSquares(page, 'attacker');
  await click(page, pieces[(5 * turn) % pieces.length]);
  const targets = await someSquares(page, 'possible move');
  const before = await page.locator('.moves .move').count();
  await click(page, targets[(3 * turn) % targets.length]);
  // Wait for the engine's reply, unless the game is over.
  await waitForTurn(page, before + 2);
}

for (const [name, viewport] of Object.entries(windows)) {
  test(`a whole game on a ${name}`, async () => {
    await withPage({ viewport }, async (page) => {
      await newGame(page, { ruleset: 'brandubh-macwhite' });
      await waitForTurn(page);
      await shows(status(page), 'Attackers to move');
      const moves = page.locator('.moves .move');
      await playSomething(page, 1);
      await counts(moves, 2);
      await page.getByRole('button', { name: 'Take back' }).click();
      await page.waitForFunction(() => document.querySelectorAll('.moves .move').length === 0);
      await page.getByRole('button', { name: 'Hint' }).click();
      await page.locator('.arrow').waitFor();
      for (let turn = 2; !(await page.locator('.status.finished').count()); turn += 1) {
        assert.ok(turn < 150, 'the game ends');
        await playSomething(page, turn);
      }
      await shows(status(page), /^(Defenders win|Attackers win|Draw): .*\.$/);
      await page.getByRole('button', { name: 'Analyse this game' }).click();
      // The whole game, at once.
      await page.getByText(/^Position \d+ of \d+…$/).waitFor();
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await page.getByRole('button', { name: 'One move back' }).click();
      await page.locator('.line .score').first().waitFor();
    });
  });
}

test('the game is named while it is played', async () => {
  await withPage({ viewport: sizes.phone }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    const name = page.locator('.game-panel').getByText('Brandubh', { exact: false });
    const [panels, box] = [await page.locator('.side').boundingBox(), await name.boundingBox()];
    assert.ok(panels && box && box.y >= panels.y);
    assert.ok(box.y + box.height <= panels.y + panels.height, 'it is in view');
  });
});

test('two people play, one resigns, and the game can be taken back', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'tablut', players: 'both' });
    await move(page, 'e2', 'g2');
    await page.getByText('Defenders to move', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await shows(status(page), 'Attackers win: the other side has resigned.');
    await shows(page.locator('[aria-live].unseen'), /e2-g2/);
    // First the resignation, then the move.
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Defenders to move', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Attackers to move', { exact: true }).waitFor();
    await shows(page.locator('[aria-live].unseen'), '');
    await page.getByRole('button', { name: 'Offer draw' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await shows(status(page), 'Draw: the players agreed to it.');
  });
});

test('a question to one of two people ends with the turn', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'tablut', players: 'both' });
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByText('Do the attackers resign?').waitFor();
    await move(page, 'd9', 'd8');
    await shows(status(page), 'Defenders to move');
    await counts(page.locator('.question:visible'), 0);
    await page.getByRole('button', { name: 'Offer draw' }).click();
    await page.locator('.question:visible').waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await shows(status(page), 'Attackers to move');
    await counts(page.locator('.question:visible'), 0);
  });
});

test('a piece can be dragged, but only to legal squares', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    const drag = async (/** @type {string} */ from, /** @type {string} */ to) => {
      const [start, end] = await Promise.all(
        [from, to].map((square) => page.locator(`[data-square=${square}]`).boundingBox()),
      );
      assert.ok(start && end);
      await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
      await page.mouse.down();
      await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 5 });
      await page.mouse.up();
    };
    await drag('d1', 'd4');
    assert.equal(await page.locator('.moves .move').count(), 0);
    await drag('d1', 'a1');
    assert.equal(await page.locator('.moves .move').count(), 0);
    await drag('d1', 'b1');
    await page.locator('.moves .move').waitFor();
    await shows(page.locator('.moves .move'), 'd1-b1');
  });
});

test('engines play each other until they are stopped', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'copenhagen', players: 'none' });
    await page.locator('.moves .move').nth(3).waitFor();
    await page.getByRole('button', { name: 'End the game' }).click();
    await page.getByRole('button', { name: 'New game' }).waitFor();
  });
});

test('engines play each other slowly enough to follow', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'copenhagen', players: 'none' });
    // The page takes the times: this process may see a move late.
    const times = await page.evaluate(
      () =>
        /** @type {Promise<number[]>} */ (
          new Promise((resolve) => {
            /** @type {number[]} */
            const times = [];
            // Told at once: on a busy machine a frame may come late.
            const look = () => {
              const made = document.querySelectorAll('.moves .move').length;
              while (times.length < made) times.push(performance.now());
              if (times.length >= 6) resolve(times);
            };
            new MutationObserver(look).observe(document, { subtree: true, childList: true });
            look();
          })
        ),
    );
    // Three moves, not counting those that were there already.
    assert.ok(times[5] - times[2] > 1700, String(times));
  });
});

test('a player who resigns is told so, and a new game begins at the start position', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'tablut', players: 'defenders' });
    await waitForTurn(page, 1);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await shows(status(page), 'You resigned. The attackers win.');
    await page.getByRole('button', { name: 'New game' }).click();
    await page.waitForSelector('body[data-setting-up]');
    await eventually(() => page.getByLabel('Game', { exact: true }).inputValue(), 'tablut');
    const movable = async () => (await squares(page, 'attacker')).sort().join(' ');
    await eventually(movable, 'a4 a6 b5 d1 d9 e2 e8 f1 f9 h5 i4 i6');
    // The position that was left can still be chosen.
    await page.getByLabel('Start from').selectOption('the position that you left');
    await eventually(async () => String((await squares(page, 'defender')).length > 0), 'true');
  });
});

test('a clock runs out', async () => {
  await withPage({ viewport: sizes.phone }, async (page) => {
    await page.getByLabel('You play').selectOption('both');
    await page.getByLabel('Time').selectOption('clock');
    await page.getByLabel('Minutes').evaluate((field) => field.removeAttribute('min'));
    await page.getByLabel('Minutes').evaluate((field) => field.setAttribute('step', 'any'));
    await page.getByLabel('Minutes').fill('0.01');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByText('Defenders win: the attackers have run out of time.').waitFor();
  });
});

test('a game starts from the position on the board', async () => {
  const game = { variant: 'brandubh-macwhite', fen: '7/3t3/7/7/7/7/1K5 a' };
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const beginning = page.getByLabel('Start from');
      await page.getByLabel('Game', { exact: true }).selectOption('tablut');
      assert.equal(await beginning.isVisible(), false);
      await page.getByLabel('Game', { exact: true }).selectOption('brandubh-macwhite');
      await beginning.selectOption('the position on the board');
      await newGame(page, { ruleset: 'brandubh-macwhite' });
      await move(page, 'd6', 'd1');
      await page.getByText('Defenders win: the king has escaped.').waitFor();
      await counts(page.locator('.board .mark-end-defenders'), 1);
      await page.getByRole('button', { name: 'One move back' }).click();
      await counts(page.locator('.board .mark-end'), 0);
    },
    address('play', game),
  );
});

test('a touch near a small square picks the nearest piece', async () => {
  await withPage({ viewport: sizes.phone, hasTouch: true }, async (page) => {
    await newGame(page, { ruleset: 'alea-evangelii', players: 'both' });
    const tap = async (/** @type {string} */ square, /** @type {number} */ missed) => {
      const box = await page.locator(`[data-square=${square}]`).boundingBox();
      assert.ok(box && box.width < 30);
      await page.touchscreen.tap(box.x + (0.5 + missed) * box.width, box.y + 0.5 * box.height);
    };
    // The pieces nearest to c1 are at f1 and a3.
    await tap('c1', 0.7);
    await page.locator('[data-square=c1][aria-label*=selected]').waitFor();
    await tap('c3', 0);
    await shows(page.locator('.moves .move'), 'c1-c3');
  });
});

test('the level of the engine is shown in the game, and a hint goes with the game', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await page.getByLabel('Engine strength').fill('6');
    await newGame(page, { ruleset: 'brandubh-macwhite' });
    await shows(page.locator('.upper .plate-name'), /^Branán .*, level 6 \(970 Elo\)$/);
    await page.getByRole('button', { name: 'Hint' }).click();
    await counts(page.locator('.board .arrow'), 1);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await counts(page.locator('.board .arrow'), 0);
  });
});

for (const [name, viewport] of Object.entries(sizes)) {
  test(`a double click on a button that asks first does nothing else on a ${name}`, async () => {
    await withPage({ viewport }, async (page) => {
      await newGame(page, { ruleset: 'tablut', players: 'attackers' });
      await waitForTurn(page);
      const resign = page.getByRole('button', { name: 'Resign' });
      await resign.scrollIntoViewIfNeeded();
      const place = await resign.boundingBox();
      await resign.dblclick();
      await page.locator('.question').waitFor();
      assert.deepEqual(await resign.boundingBox(), place);
      await shows(page.locator('.game-panel .note'), '');
      await page.getByRole('button', { name: 'Yes' }).click();
      await shows(status(page), 'You resigned. The defenders win.');
    });
  });
}

test('the result of a game is in view on a low phone, however far the panel was scrolled', async () => {
  await withPage({ viewport: { width: 360, height: 640 } }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    await page.locator('.side').evaluate((side) => side.scrollTo(0, 10_000));
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    const seen = () =>
      status(page).evaluate((words) => {
        const top = document.querySelector('.side')?.getBoundingClientRect().top ?? 0;
        return String(words.getBoundingClientRect().top >= top - 1);
      });
    await shows(status(page), /has resigned/);
    await eventually(seen, 'true');
  });
});

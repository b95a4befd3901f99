/** The review of an analysed game: accuracy, mistakes one by one, another try at each. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chanceOf, defendersChance } from '../page/js/analysis/chance.js';
import { judgementOf } from '../page/js/analysis/judge.js';
import { goalOf, isClear } from '../page/js/puzzles/mistakes.js';
import { check } from './axe.js';
import { withDyingEngine } from './dying-engine.js';
import { address, counts, move, serve, shows, sizes, windows, withPage } from './harness.js';
import { reloadJudged } from './judged-game.js';

serve();

/** The king could move to the next corner, but does not and is captured. */
const game = {
  variant: 'brandubh-macwhite',
  fen: '7/7/2t4/7/4T2/7/1K5 d',
  moves: 'e3e4 c5c1',
};

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const said = (page) => page.locator('.mistakes [role=status]');

/** Analyses the game and goes to its first mistake. @param {Page} page */
async function firstMistake(page) {
  await page.getByRole('button', { name: 'Analyse game' }).click();
  await shows(page.locator('.review > .facts').first(), /^Accuracy: attackers .+, defenders .+\.$/);
  await page.getByRole('button', { name: 'First position' }).click();
  await page.getByRole('button', { name: 'Next mistake' }).click();
  await shows(said(page), 'e3-e4: blunder.');
}

for (const [name, viewport] of Object.entries(windows)) {
  test(`mistakes are found and tried again without help on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        const [lines, bar] = [page.locator('.line-list'), page.locator('.bar')];
        await firstMistake(page);
        await check(page);
        await lines.locator('.score').first().waitFor();
        const before = await page.locator('.moves .move').count();
        await page.getByRole('button', { name: 'Find a better move' }).click();
        await shows(said(page), 'Defenders to move. Find a better move.');
        await counts(page.locator('.arrow'), 0);
        await lines.waitFor({ state: 'hidden' });
        await bar.waitFor({ state: 'hidden' });
        await check(page);
        await move(page, 'b1', 'a1');
        await shows(said(page), 'b1-a1 is good.');
        await counts(page.locator('.moves .move'), before + 1);
        // The help is back.
        await bar.waitFor();
        await page.getByRole('button', { name: 'Give up' }).waitFor({ state: 'hidden' });
      },
      address('analyse', game),
    );
  });
}

test('the better move is shown only when asked for', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await firstMistake(page);
      await page.getByRole('button', { name: 'Show the better move' }).click();
      await shows(said(page), 'e3-e4: blunder. Better was b1-a1.');
      await page.getByRole('button', { name: 'Find a better' }).waitFor({ state: 'hidden' });
    },
    address('analyse', game),
  );
});

test('giving up shows the mistake with the better move', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await firstMistake(page);
      const engine = page.getByRole('switch', { name: 'Analyse this position' });
      assert.ok((await engine.isChecked()) && (await engine.isEnabled()));
      await page.getByRole('button', { name: 'Find a better move' }).click();
      // The engine rests meanwhile.
      assert.ok(!(await engine.isChecked()) && (await engine.isDisabled()));
      await page.getByRole('button', { name: 'Give up' }).click();
      assert.ok((await engine.isChecked()) && (await engine.isEnabled()));
      await shows(said(page), 'e3-e4: blunder. Better was b1-a1.');
      await shows(page.locator('.move.here'), /^e3-e4/);
      await page.locator('.bar').waitFor();
    },
    address('analyse', game),
  );
});

test('bad tries are taken back, and the old mistake is named', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await firstMistake(page);
      const before = await page.locator('.moves .move').count();
      await page.getByRole('button', { name: 'Find a better move' }).click();
      await move(page, 'e3', 'e5');
      await shows(said(page), /^e3-e5 fails to [a-i]\d-\S+\. Try again\.$/);
      await counts(page.locator('.moves .move'), before);
      await move(page, 'e3', 'e4');
      await shows(said(page), 'e3-e4 is the move of the game. Try another.');
      await counts(page.locator('.moves .move'), before);
      assert.equal(await page.locator('.bar').isVisible(), false);
      await move(page, 'b1', 'a1');
      await shows(said(page), 'b1-a1 is good.');
    },
    address('analyse', game),
  );
});

test('a try that is not judged is no bad try', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const engine = await withDyingEngine(page);
      await firstMistake(page);
      const before = await page.locator('.moves .move').count();
      await page.getByRole('button', { name: 'Find a better move' }).click();
      engine.dies = true;
      await move(page, 'b1', 'b2');
      await shows(said(page), 'That did not work: the engine has stopped');
      await counts(page.locator('.moves .move'), before);
      await move(page, 'b1', 'a1');
      await shows(said(page), 'b1-a1 is good.');
    },
    address('analyse', game),
  );
});

test('the better move is still known after a reload', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await firstMistake(page);
      await page.reload();
      await page.waitForSelector('body[data-ready]');
      await page.getByRole('button', { name: 'Show the better move' }).click();
      await shows(said(page), 'e3-e4: blunder. Better was b1-a1.');
    },
    address('analyse', game),
  );
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`marks have the same colours in the list and in the graph, in the ${colorScheme} theme`, async () => {
    await withPage(
      { colorScheme },
      async (page) => {
        await reloadJudged(page, { attackers: 'person', defenders: 'person' });
        /** @param {string} where @param {string} property */
        const colours = (where, property) =>
          page
            .locator(where)
            .evaluateAll(
              (all, name) => all.map((one) => getComputedStyle(one).getPropertyValue(name)),
              property,
            );
        const listed = await colours('.moves .judgement', 'color');
        const [doubt, blunder, mistake] = listed;
        assert.deepEqual(await colours('.curve-mark', 'fill'), listed);
        assert.notEqual(doubt, mistake);
        assert.equal(blunder, mistake);
        const [panel] = await colours('.moves-panel', 'background-color');
        for (const colour of [doubt, mistake]) {
          assert.ok(contrast(colour, panel) >= 4.5, `${colour} on ${panel}`);
        }
        // The signs in the graph's marks have the colour of the panel.
        assert.deepEqual(new Set(await colours('.curve-mark-text', 'fill')), new Set([panel]));
      },
      'analyse',
    );
  });
}

/** The contrast of two colours as WCAG defines it. @param {string} one @param {string} other both `rgb(…)` */
function contrast(one, other) {
  const [dark, light] = [one, other].map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** @param {string} colour */
function luminance(colour) {
  const [red, green, blue] = (colour.match(/\d+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('a game lost in five moves has mistakes, although it never looked good', async () => {
  const moves = 'd6f6 c4c6 a4a6 d5a5 g4g6 a5g5 b4b6 d4a4 f6f7 a4a1';
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await page.getByRole('button', { name: 'Analyse game' }).click();
      await shows(page.locator('.curve-box .facts'), /^[1-9]\d* (blunder|mistake|dubious move)/);
      await counts(page.locator('.review', { hasText: 'measures the winning chances' }), 1);
    },
    address('analyse', { variant: 'brandubh-macwhite', moves }),
  );
});

test('moves are judged by forced wins and by the score as well', () => {
  /** @typedef {[kind: 'cp' | 'mate', value: number]} Points */
  /**
   * The mark of an attackers' move.
   * @param {Points} before the score for the attackers
   * @param {Points | 'attackers' | 'defenders' | null} after the score for the defenders, or the result
   * @param {string | null} best
   */
  const mark = (before, after, best = null) => {
    const score = (/** @type {Points} */ [kind, value]) => ({ kind, value });
    const isOver = !Array.isArray(after);
    const [parent, node] = /** @type {any[]} */ ([
      { position: { side: 'attackers', result: null }, score: score(before), best },
      { position: { side: 'defenders', result: isOver ? { winner: after } : null } },
    ]);
    parent.chance = defendersChance(parent.score, null, 'attackers');
    node.score = isOver ? null : score(after);
    node.chance = isOver
      ? chanceOf(node.position.result)
      : defendersChance(node.score, null, 'defenders');
    return judgementOf(Object.assign(node, { parent, move: { name: 'a1a2' } }));
  };
  assert.equal(mark(['cp', -700], ['cp', 750]), '');
  assert.equal(mark(['cp', 0], ['cp', 200]), '??');
  // In the flat ends of the curve.
  assert.equal(mark(['cp', -700], ['mate', 3]), '?');
  assert.equal(mark(['cp', -700], 'defenders'), '?');
  assert.equal(mark(['mate', -3], ['mate', 3]), '');
  assert.equal(mark(['mate', -1], 'defenders'), '');
  assert.equal(mark(['mate', 3], ['cp', -900]), '?!');
  assert.equal(mark(['mate', 3], ['mate', -2]), '');
  assert.equal(mark(['mate', 1], 'attackers'), '');
  assert.equal(mark(['mate', 3], null), '??');
  assert.equal(mark(['cp', -400], ['cp', 699]), '');
  assert.equal(mark(['cp', -400], ['cp', 700]), '?!');
  assert.equal(mark(['cp', 900], ['cp', -500]), '');
  // The engine's own choice is no mistake.
  assert.equal(mark(['cp', -700], ['mate', 3], 'a1a2'), '');
});

test('a mistake with one clearly best answer becomes a puzzle', async () => {
  // The attackers could capture the king, and do not.
  const lost = { variant: game.variant, fen: '7/7/4t2/7/5T1/7/2tK3 a', moves: 'e5e6 d1g1' };
  await withPage(
    { viewport: sizes.phone },
    async (page) => {
      await page.getByRole('button', { name: 'Analyse game' }).click();
      await page.getByRole('button', { name: 'Solve 1 mistake as a puzzle' }).click();
      const panel = page.locator('.puzzle-panel');
      await shows(panel.locator('h2'), 'Attackers to move and win in 1 move.');
      await shows(panel, /Proven: only one move wins in time\./);
      await check(page);
      await move(page, 'e5', 'e1');
      await shows(panel.locator('.status'), 'Solved.');
      await panel.getByText('Choose puzzles').click();
      await shows(panel.locator('details'), /\b1 puzzle\b/);
      assert.equal(await panel.getByLabel('Source').inputValue(), 'own');
      // It is kept, among those of the program.
      await page.reload();
      await page.waitForSelector('body[data-ready]');
      await panel.getByText('Choose puzzles').click();
      await shows(panel.getByLabel('Source').locator('option').last(), 'From my games (1)');
    },
    address('analyse', lost),
  );
});

test('a mistake with several good answers becomes no puzzle', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      // Two corners are open to the king.
      await firstMistake(page);
      await page
        .getByRole('button', { name: /as a puzzle|as puzzles/ })
        .waitFor({ state: 'hidden' });
      assert.equal(await page.evaluate(() => localStorage.getItem('branan.own-puzzles')), '[]');
    },
    address('analyse', game),
  );
});

test('one move is clearly best if only it wins, or if it keeps far more of the chances', () => {
  const cp = (/** @type {number} */ value) => ({ score: { kind: 'cp', value }, wdl: null });
  const mate = (/** @type {number} */ value) => ({ score: { kind: 'mate', value }, wdl: null });
  for (const side of /** @type {const} */ (['attackers', 'defenders'])) {
    const clear = (/** @type {any} */ first, /** @type {any} */ second) =>
      isClear(first, second, side);
    assert.ok(clear(mate(2), cp(900)) && clear(cp(0), cp(-200)) && clear(cp(0), mate(-3)));
    assert.ok(!clear(mate(2), mate(5)) && !clear(cp(50), cp(20)) && !clear(mate(-5), mate(-2)));
  }
});

test('only mistakes of the chosen side are described, and only known accuracies are told', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await reloadJudged(page, { attackers: 'person', defenders: 'person' });
      await page.getByRole('button', { name: 'Next mistake' }).click();
      await shows(said(page), 'd6-f6: dubious.');
      await page.getByLabel('Whose mistakes').selectOption('defenders');
      await shows(said(page), '');
      await page.getByRole('button', { name: 'Next mistake' }).click();
      await shows(said(page), 'c4-c6: blunder.');
    },
    'analyse',
  );
  const short = { variant: game.variant, fen: '7/7/2t4/7/4T2/7/1K5 d', moves: 'e3e4' };
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await page.getByRole('button', { name: 'Analyse game' }).click();
      await shows(
        page.locator('.review > .facts').first(),
        /^Accuracy of the defenders: \d+\s%\.$/,
      );
    },
    address('analyse', short),
  );
});

for (const [name, viewport] of Object.entries(sizes)) {
  test(`the progress and the result of the analysis are in view on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        const isInView = async (/** @type {string} */ what) => {
          const box = await page.locator(what).boundingBox();
          assert.ok(box && box.y + Math.min(box.height, 100) <= viewport.height, what);
        };
        // At every change of the page: on a fast machine the analysis is over before one can look.
        await page.evaluate((height) => {
          const look = () => {
            const progress = document.querySelector('.course > .facts');
            const isProgress = /^Position \d of 3/.test(progress?.textContent ?? '');
            const bottom = progress?.getBoundingClientRect().bottom ?? Infinity;
            if (isProgress && bottom <= height) document.body.dataset.seen = 'in view';
          };
          const all = { subtree: true, childList: true, characterData: true };
          new MutationObserver(look).observe(document.body, all);
        }, viewport.height);
        await page.getByRole('button', { name: 'Analyse game' }).click();
        await page.waitForFunction(() => document.body.dataset.seen === 'in view');
        await page.locator('.review .facts').first().waitFor();
        assert.equal(await page.locator('.side').evaluate(({ scrollTop }) => scrollTop), 0);
        await isInView('.curve');
        await isInView('.mistakes');
      },
      address('analyse', game),
    );
  });
}

test('a puzzle with a proven win says so', () => {
  const goal = (/** @type {number} */ value) => goalOf({ kind: 'mate', value }, 'attackers');
  assert.deepEqual(goal(1), { goal: 'win-in', plies: 1 });
  assert.deepEqual(goal(3), { goal: 'best', plies: 5 });
});

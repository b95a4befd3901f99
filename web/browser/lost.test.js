/** What the page does while the program is gone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDyingEngine } from './dying-engine.js';
import {
  address,
  counts,
  move,
  newGame,
  restart,
  serve,
  show,
  shows,
  sizes,
  status,
  stop,
  waitForTurn,
  withPage,
} from './harness.js';

serve();

/** Console messages that these tests provoke. */
const EXPECTED = /403|WebSocket|ERR_CONNECTION/;

test('both clocks stop while the program is gone', async () => {
  for (const players of ['both', 'defenders']) {
    await withPage(
      { viewport: sizes.desktop },
      async (page) => {
        await page.getByLabel('Game', { exact: true }).selectOption('brandubh-macwhite');
        await page.getByLabel('You play').selectOption(players);
        await page.getByLabel('Time', { exact: true }).selectOption('clock');
        await page.getByLabel('Minutes').fill('60');
        await page.getByRole('button', { name: 'Start', exact: true }).click();
        await page.locator('.plate-clock.runs').waitFor();
        await stop();
        await page
          .getByRole('alert')
          .getByText(/was lost/)
          .waitFor();
        await counts(page.locator('.plate-clock.runs'), 0);
        const clocks = async () => (await page.locator('.plate-clock').allTextContents()).join();
        const before = await clocks();
        await page.waitForTimeout(2500);
        assert.equal(await clocks(), before);
        const link = await restart();
        await page.evaluate((link) => (location.href = link), link);
        await page.locator('.plate-clock.runs').waitFor();
      },
      'play',
      EXPECTED,
    );
  }
});

test('a language chosen while the program is gone is that of the page once it is back', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
      await move(page, 'd1', 'b1');
      // A program that is stopped before it has answered takes the move along.
      await shows(page.locator('.moves .move'), 'd1-b1');
      await stop();
      const alert = page.getByRole('alert');
      await alert.getByText(/was lost/).waitFor();
      const asked = page.waitForRequest(/watch/);
      await page.getByLabel('Language').selectOption('de');
      await (await asked).response().catch(() => null);
      await shows(page.locator('.moves .move'), 'd1-b1');
      const link = await restart();
      await page.evaluate((link) => (location.href = link), link);
      await page.getByText('Verteidiger am Zug').waitFor();
      await shows(page.locator('.moves .move'), 'd1-b1');
    },
    'play',
    EXPECTED,
  );
});

test('without the program a game cannot be left for another, and there are no puzzles', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
      await move(page, 'd1', 'b1');
      await stop();
      await page
        .getByRole('alert')
        .getByText(/was lost/)
        .waitFor();
      for (const name of ['New game', 'Take back', 'Hint']) {
        assert.ok(await page.getByRole('button', { name }).isDisabled(), name);
      }
      await show(page, 'puzzles');
      await shows(page.locator('.puzzle-panel .status'), /connection to the program was lost/);
      await counts(page.locator('.puzzle-panel .controls button:visible'), 0);
      await restart();
    },
    'play',
    EXPECTED,
  );
});

/** What cannot be done without the program. @type {Record<string, string[]>} */
const NEEDS_PROGRAM = {
  play: ['Start'],
  analyse: ['Analyse game', 'Prove it', 'Set up a position'],
  rules: ['Play this game', 'Change these rules'],
  records: ['Open a file…', 'Read', 'Record', 'OpenTafl file', 'Moves', 'Page to share'],
};

test('without the program no button is offered that needs it, and nothing old is shown as current', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const buttons = (/** @type {string[]} */ names) =>
        names.map((name) => page.getByRole('button', { name, exact: true }));
      await page.locator('.bar').waitFor();
      for (const made of buttons(NEEDS_PROGRAM.analyse)) assert.ok(await made.isEnabled());
      await stop();
      await page
        .getByRole('alert')
        .getByText(/was lost/)
        .waitFor();
      await page.locator('.bar').waitFor({ state: 'hidden' });
      await counts(page.locator('.line'), 0);
      for (const [room, names] of Object.entries(NEEDS_PROGRAM)) {
        await show(page, room);
        await page.waitForSelector(`body[data-view=${room}]`);
        for (const made of buttons(names)) assert.ok(await made.isDisabled(), String(made));
      }
      await show(page, 'analyse');
      assert.equal(await page.getByText(/Failed to fetch|was closed/).count(), 0);
      await restart();
    },
    address('analyse', { variant: 'brandubh-macwhite', moves: 'd1b1' }),
    EXPECTED,
  );
});

test('when its engine dies, a game waits and goes on with a fresh one', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    const engine = await withDyingEngine(page);
    engine.dies = true;
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'attackers' });
    await move(page, 'd1', 'b1');
    const goOn = page.getByRole('button', { name: 'Continue' });
    await goOn.waitFor();
    await shows(page.locator('.game-panel .note'), /the engine has stopped/);
    await shows(status(page), 'Defenders to move');
    await goOn.click();
    await waitForTurn(page, 2);
    await counts(goOn, 0);
    assert.equal(await page.locator('.game-panel .note').textContent(), '');
    await shows(status(page), 'Attackers to move');
  });
});

test('when its engine dies, the analysis says so and waits for the player', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const engine = await withDyingEngine(page);
      const lines = page.locator('.line .score');
      await lines.first().waitFor();
      engine.dies = true;
      await move(page, 'd1', 'b1');
      const state = page.locator('.analysis > [role=status]');
      await shows(state, 'That did not work: the engine has stopped');
      const thinks = page.getByRole('switch', { name: 'Analyse this position' });
      assert.equal(await thinks.isChecked(), false);
      await counts(lines, 0);
      assert.equal(await page.locator('.bar').isVisible(), false);
      // The next position has no lines for the same reason.
      await page.keyboard.press('ArrowLeft');
      await counts(page.locator('.moves .move[aria-current]'), 0);
      await shows(state, 'That did not work: the engine has stopped');
      const again = page.getByRole('button', { name: 'Start the engine again' });
      await again.click();
      await lines.first().waitFor();
      await shows(state, '');
      assert.equal(await again.isVisible(), false);
      engine.dies = true;
      await move(page, 'd1', 'b1');
      await again.waitFor();
      await thinks.click();
      await lines.first().waitFor();
      await shows(state, '');
      assert.equal(await again.isVisible(), false);
    },
    'analyse',
  );
});

test('there are no lines while a game is analysed, and an engine that dies is reported there', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const engine = await withDyingEngine(page);
      const lines = page.locator('.line .score');
      await lines.first().waitFor();
      const thinks = page.getByRole('switch', { name: 'Analyse this position' });
      const state = page.locator('.analysis > [role=status]');
      const time = page.locator('.course select');
      await time.selectOption('2000');
      await page.getByRole('button', { name: 'Analyse game' }).click();
      await shows(state, /once the whole game has been analysed/);
      assert.ok(await thinks.isDisabled());
      await counts(lines, 0);
      engine.dies = true;
      const course = page.locator('.course > [role=status]');
      await shows(course, /broke off\. “Analyse .*” goes on with it\. .*the engine has stopped$/);
      await lines.first().waitFor();
      await shows(state, '');
      assert.ok(await thinks.isChecked());
      await time.selectOption('100');
      await page.getByRole('button', { name: /^Analyse (game|the rest)$/ }).click();
      await page.locator('.review', { hasText: 'Accuracy' }).waitFor();
      await shows(course, '');
    },
    address('analyse', { variant: 'brandubh-macwhite', moves: 'd1b1 d3b3 d2c2 e4e3' }),
  );
});

test('a hint whose engine dies is reported, and none comes after the end of the game', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    const engine = await withDyingEngine(page);
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'attackers' });
    const note = page.locator('.game-panel .note');
    engine.dies = true;
    await page.getByRole('button', { name: 'Hint' }).click();
    await shows(note, 'That did not work: the engine has stopped');
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await shows(status(page), /resigned/);
    await page.waitForTimeout(2000);
    assert.equal(await note.textContent(), '');
  });
});

/** The analysis of a whole game: stopped, started again, and after an error. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, eventually, serve, show, shows, sizes, withPage } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

const game = address('analyse', { variant: 'brandubh-macwhite', moves: 'd6f6 c4c6 a4a6' });

/**
 * Reloads the page with an engine whose commands are changed on their way.
 * @param {Page} page
 * @param {(line: string, answer: (line: string) => void) => string | null} change the line to send instead; null for none
 */
async function reloadWith(page, change) {
  await page.routeWebSocket(/\/engine/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((line) => {
      const sent = change(String(line), (answer) => socket.send(answer));
      if (sent !== null) server.send(sent);
    });
  });
  await page.reload();
  await page.waitForSelector('body[data-ready]');
}

/** @param {Page} page */
const parts = (page) => ({
  button: page.locator('.course .panel-head button'),
  progress: page.locator('.course > .facts'),
});

test('a stopped analysis ends its search, and another begins at the first position', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      // A search that only `stop` ends.
      await reloadWith(page, (line) => line.replace(/^go movetime.*/, 'go infinite'));
      const { button, progress } = parts(page);
      for (const _ of ['once', 'again']) {
        await button.click();
        await shows(progress, 'Position 1 of 4…');
        await shows(button, 'Stop');
        await button.click();
        await shows(button, 'Analyse game');
        await shows(progress, '');
      }
    },
    game,
  );
});

test('an analysis that was stopped continues where it was, by itself if the player only looked elsewhere', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      // From the third on, a search is one that only `stop` ends.
      let searches = 0;
      await reloadWith(page, (line) => {
        if (!line.startsWith('go movetime')) return line;
        searches += 1;
        return searches > 2 ? 'go infinite' : line;
      });
      const { button, progress } = parts(page);
      await button.click();
      await shows(progress, 'Position 3 of 4…');
      await button.click();
      await shows(progress, 'Not finished: 2 of 4 positions analysed.');
      await show(page, 'rules');
      await show(page, 'analyse');
      await shows(progress, 'Not finished: 2 of 4 positions analysed.');
      await shows(button, 'Analyse the rest');
      await button.click();
      await shows(progress, 'Position 3 of 4…');
      await show(page, 'rules');
      await show(page, 'analyse');
      await shows(progress, 'Position 3 of 4…');
      await shows(button, 'Stop');
      searches = Number.NEGATIVE_INFINITY;
      await button.click();
      await button.click();
      await page.locator('.review').waitFor();
      await shows(progress, '');
      await shows(button, 'Analyse game');
    },
    game,
  );
});

test('after an error the game can be analysed again', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      let isBroken = false;
      await reloadWith(page, (line, answer) => {
        if (!isBroken || !line.startsWith('position')) return line;
        answer('info string error: broken');
        return null;
      });
      const { button } = parts(page);
      await page.locator('.line-list .score').first().waitFor();
      isBroken = true;
      await button.click();
      await shows(page.locator('.analysis > [role=status]'), 'That did not work: broken');
      await shows(button, 'Analyse game');
      isBroken = false;
      await button.click();
      await page.locator('.review').waitFor();
      await shows(button, 'Analyse game');
    },
    game,
  );
});

/**
 * Reloads the page with an engine that finds no end of its third position of the game until it is stopped.
 * @param {Page} page
 * @returns {Promise<() => number>} the number of searches of the game so far
 */
async function reloadStuck(page) {
  let searches = 0;
  await reloadWith(page, (line) => {
    if (line !== 'go movetime 100') return line;
    searches += 1;
    return searches === 3 ? 'go infinite' : line;
  });
  await page.getByLabel('Time per position').selectOption('100');
  return () => searches;
}

test('an analysis that is interrupted continues where it stopped', async () => {
  for (const isReloaded of [false, true]) {
    await withPage(
      { viewport: sizes.desktop },
      async (page) => {
        const searches = await reloadStuck(page);
        const { button, progress } = parts(page);
        await button.click();
        await shows(progress, 'Position 3 of 4…');
        await eventually(async () => String(searches()), '3');
        if (isReloaded) {
          await page.reload();
        } else {
          await show(page, 'records');
          await page.getByRole('heading', { name: 'Your games' }).waitFor();
          await show(page, 'analyse');
        }
        await page.locator('.review').waitFor();
        await shows(button, 'Analyse game');
        await shows(progress, '');
        assert.equal(searches(), 5);
      },
      game,
    );
  }
});

test('an analysis that the user stops is shown as unfinished, and continues on request', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const searches = await reloadStuck(page);
      const { button, progress } = parts(page);
      await button.click();
      await eventually(async () => String(searches()), '3');
      await button.click();
      for (const again of ['records', null]) {
        if (again) await show(page, again);
        else await page.reload();
        await show(page, 'analyse');
        await shows(progress, 'Not finished: 2 of 4 positions analysed.');
        await shows(button, 'Analyse the rest');
      }
      assert.equal(searches(), 3);
      await button.click();
      await page.locator('.review').waitFor();
      await shows(progress, '');
      assert.equal(searches(), 5);
    },
    game,
  );
});

test('an engine that returns no move leaves the analysis unfinished', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      let searches = 0;
      await reloadWith(page, (line, answer) => {
        if (!line.startsWith('go movetime') || ++searches !== 2) return line;
        answer('bestmove (none)');
        return null;
      });
      const { button, progress } = parts(page);
      await button.click();
      await shows(progress, /broke off.* The reason: the engine did not return a move/);
      await button.click();
      await page.locator('.review').waitFor();
    },
    game,
  );
});

/** Games survive other games, closed tabs and restarts. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './axe.js';
import {
  address,
  counts,
  move,
  newGame,
  newTab,
  restart,
  saved,
  serve,
  show,
  shows,
  sizes,
  status,
  stop,
  withPage,
} from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

/** Console messages that these tests provoke. */
const EXPECTED = /422|403|WebSocket|ERR_CONNECTION/;

/** A game between two people, with one move. @param {Page} page */
async function begin(page) {
  await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
  await move(page, 'd1', 'b1');
  await shows(status(page), 'Defenders to move');
}

/** @param {Page} page @param {string} text */
async function paste(page, text) {
  await show(page, 'records');
  await page.getByLabel(/Or paste/).fill(text);
  await page.getByRole('button', { name: 'Read', exact: true }).click();
}

/** @param {Page} page */
async function goesOn(page) {
  await show(page, 'play');
  await shows(status(page), 'Defenders to move');
  await counts(page.locator('.moves .move'), 1);
  await move(page, 'd3', 'b3');
  await shows(status(page), 'Attackers to move');
}

test('values that another page left in the storage do no harm', async () => {
  const values = ['null', '{}', '"xx"', '7', '[null]', '[{"id":5}]', '{', '[[]]'];
  const names = [
    'games',
    'game',
    'puzzles',
    'new-game',
    'puzzle-filters',
    'design',
    'theme',
    'lines',
    'own-rulesets',
  ];
  for (const value of values) {
    await withPage({ viewport: sizes.desktop }, async (page) => {
      await page.context().addInitScript(([names, value]) => {
        for (const name of names) {
          localStorage.setItem(`branan.${name}`, value);
          sessionStorage.setItem(`branan.${name}`, value);
        }
      }, /** @type {[string[], string]} */ ([names, value]));
      await page.reload();
      await page.waitForSelector('body[data-ready]');
      await begin(page);
      for (const view of ['puzzles', 'records', 'analyse', 'rules', 'play']) await show(page, view);
      await goesOn(page);
    });
  }
});

test('unreadable text does not end the game', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await begin(page);
      for (const text of ['hello world', 'd1-c1 d9-d9', '7/7 a', 'dim:7 start:/foo/']) {
        await paste(page, text);
        await page.locator('.facts.error', { hasText: 'That did not work' }).waitFor();
      }
      await show(page, address('analyse', { variant: 'tablut', moves: 'a1a2' }));
      await page
        .getByRole('alert')
        .getByText(/That did not work/)
        .waitFor();
      await goesOn(page);
    },
    'play',
    EXPECTED,
  );
});

test('a new game can be set up while one is running', async () => {
  await withPage({ viewport: sizes.phone }, async (page) => {
    await begin(page);
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('button', { name: 'Keep playing' }).click();
    await goesOn(page);
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByRole('button', { name: 'Leave this game' }).click();
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await show(page, 'records');
    await page.locator('.saved-game', { hasText: 'in progress' }).waitFor();
  });
});

test('a running game is left only when the player agrees, and can be resumed', async () => {
  await withPage({ viewport: sizes.phone }, async (page) => {
    await begin(page);
    const other = address('analyse', { variant: 'tablut', moves: 'e2g2' });
    await show(page, other);
    await page.getByRole('dialog').waitFor();
    await check(page);
    await page.getByRole('button', { name: 'Keep playing' }).click();
    await show(page, other);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await paste(page, 'd1-c1 d3-b3');
    await page.getByRole('button', { name: 'Keep playing' }).click();
    await goesOn(page);
    await show(page, other);
    await page.getByRole('button', { name: 'Leave this game' }).click();
    await page.getByRole('button', { name: 'e2-g2' }).waitFor();
    await show(page, 'records');
    await check(page);
    await page.getByRole('searchbox').fill('brandubh');
    await page.locator('.saved-game', { hasText: 'in progress' }).click();
    await shows(status(page), 'Attackers to move');
    await counts(page.locator('.moves .move'), 2);
  });
});

test('games that the rules ended are saved with their result', async () => {
  const moves = 'd6b6 d5g5 b6g6 e4e5 g6e6 e5b5 e6b6 d4e4 d2e2 e4e6 e2d2 c4c6 d2d6 e6e7 f4f7';
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    for (const name of moves.split(' ')) {
      await move(page, name.slice(0, 2), name.slice(2));
    }
    await counts(page.locator('.moves .move'), 15);
    await counts(page.locator('.board .mark-end-attackers'), 1);
    await show(page, 'records');
    await shows(page.locator('.saved-game'), /attackers won/i);
    const text = (await saved(page, 'Save these games to a file')).bytes.toString();
    assert.match(text, /\[Termination "king-captured"\]/);
    assert.match(text, /\[Date "20\d\d\.\d\d\.\d\d /);
    const other = text.replace(/\[Date "[^"]*"\]/, '[Date "2020.02.02 02:02:02"]');
    await paste(page, other.replace(/\[Attackers "[^"]*"\]/, '[Attackers "Ragnar"]'));
    await page.locator('.plate-name', { hasText: 'Ragnar' }).waitFor();
    await show(page, 'records');
    const again = (await saved(page, 'Record')).bytes.toString();
    assert.match(again, /\[Date "2020.02.02 02:02:02"\]/);
  });
});

test('a finished game that is opened while it is on the board stays one game', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await begin(page);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    for (let time = 0; time < 2; time += 1) {
      await show(page, 'records');
      await counts(page.locator('.saved-game'), 1);
      await page.locator('.saved-game').click();
      await page.waitForSelector('body[data-view=analyse]');
      await shows(page.locator('.moves .move'), 'd1-b1');
      // Longer than it takes to save it.
      await page.waitForTimeout(500);
    }
    await show(page, 'records');
    await counts(page.locator('.saved-game'), 1);
  });
});

test('a new tab lists the games but does not take over one that runs in another', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await begin(page);
    const second = await newTab(page);
    // The first tab still has the game.
    assert.equal(await second.locator('.moves .move').count(), 0);
    await show(second, 'records');
    await second.locator('.saved-game', { hasText: 'in progress' }).waitFor();
  });
});

test('closing a tab does not end its game', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await begin(page);
    // One tab must stay open, or the browser closes its window.
    const blank = await page.context().newPage();
    await page.close();
    const tab = await newTab(blank);
    await goesOn(tab);
  });
});

test('after a restart of the program the new link works in the same tab', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await begin(page);
      const link = await restart();
      await page
        .getByRole('alert')
        .getByText(/has been restarted/)
        .waitFor();
      await page.reload();
      await page
        .getByRole('alert')
        .getByText(/Open the link that it printed last/)
        .waitFor();
      // Only the fragment changes, so the browser does not reload the page.
      await page.evaluate((link) => (location.href = link), link);
      await page.waitForSelector('body[data-ready]');
      assert.doesNotMatch(page.url(), /token/);
      await goesOn(page);
      // Following the same link again changes nothing, and the link does not stay in the address.
      await page.evaluate((link) => (location.href = link), `${link}&rules`);
      await page.waitForSelector('body[data-view=rules]');
      assert.doesNotMatch(page.url(), /token/);
      // A link without a room, as the program prints it, leaves the room that is open.
      await page.evaluate((link) => (location.href = link), link);
      await page.waitForFunction(() => location.hash === '#rules');
      const next = await restart();
      await page
        .getByRole('alert')
        .getByText(/has been restarted/)
        .waitFor();
      await page.evaluate((link) => (location.href = link), next);
      await page.waitForFunction(() => location.hash === '#rules');
      await page.waitForSelector('body[data-view=rules][data-ready]');
    },
    'play',
    EXPECTED,
  );
});

test('an old tab goes on by itself when the new link is opened in another one', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await begin(page);
      await restart();
      const stale = page.getByRole('alert').getByText(/has been restarted/);
      await stale.waitFor();
      // It waits after a reload, too.
      await page.reload();
      await stale.waitFor();
      const tab = await newTab(page);
      await page
        .getByRole('alert')
        .getByText(/this tab goes on with it/)
        .waitFor();
      await check(page);
      await goesOn(page);
      await tab.close();
    },
    'play',
    EXPECTED,
  );
});

test('an old link in another tab leaves the token alone, and its tab goes on by itself', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await begin(page);
      const tab = await page.context().newPage();
      await tab.goto(`${new URL(page.url()).origin}/#token=00`);
      await tab
        .getByRole('alert')
        .getByText(/this tab goes on with it/)
        .waitFor();
      await page.reload();
      await page.waitForSelector('body[data-ready]');
      await goesOn(page);
    },
    'play',
    EXPECTED,
  );
});

for (const [name, viewport] of Object.entries(sizes)) {
  test(`an old link shows what to do, and nothing else, on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        // As in another browser, which does not know the new link.
        await page.evaluate(() => localStorage.clear());
        await page.evaluate(() => (location.hash = 'token=00&rules'));
        await page
          .getByRole('alert')
          .getByText(/Open the link that it printed last/)
          .waitFor();
        await counts(page.locator('body > *'), 1);
        await check(page);
      },
      'play',
      EXPECTED,
    );
  });
}

test('a game goes on by itself after a break of the connection', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    /** @type {import('playwright-core').WebSocketRoute[]} */
    const sockets = [];
    await page.routeWebSocket(/rules/, (socket) => {
      socket.connectToServer();
      sockets.push(socket);
    });
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    await begin(page);
    await sockets[0].close();
    await page
      .getByRole('alert')
      .getByText(/was lost/)
      .waitFor();
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    await goesOn(page);
  });
});

test('a game from a file that is saved already is listed once, with its own date', async () => {
  const record = `[Event "A test"]
[Date "2020.02.02 12:00:00"]
[Variant "tablut"]
[Attackers "Ragnar"]
[Defenders "Aud"]
[Result "defenders"]
[Termination "resign"]

1. e2-g2 {: the usual move} f5-f6 2. a4-a3 defenders

`;
  await withPage({ viewport: sizes.desktop }, async (page) => {
    const games = page.locator('.saved-game');
    const ofDate = (/** @type {string} */ text) =>
      text.replace('2020.02.02 12:00:00', '1990.05.06').replace('Ragnar', 'Leif');
    for (const [text, count] of /** @type {[string, number][]} */ ([
      [record, 1],
      [record, 1],
      [ofDate(record), 2],
      [record, 2],
    ])) {
      await paste(page, text);
      await page.waitForSelector('body[data-view=analyse]');
      await show(page, 'records');
      await counts(games, count);
    }
    await shows(games.first(), /Ragnar – Aud .* 2 Feb 2020/);
    await shows(games.last(), /Leif – Aud .* 6 May 1990$/);
  });
});

test('a game that was played and analysed keeps its analysis when its file is opened', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await begin(page);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('button', { name: 'Analyse this game' }).click();
    await page.locator('.review', { hasText: 'Accuracy' }).waitFor();
    await show(page, 'records');
    const text = (await saved(page, 'Record')).bytes.toString();
    await paste(page, text);
    await page.waitForSelector('body[data-view=analyse]');
    await page.locator('.review', { hasText: 'Accuracy' }).waitFor();
    await show(page, 'records');
    await counts(page.locator('.saved-game'), 1);
  });
});

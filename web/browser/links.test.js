/** A link shows a game. It cannot send commands to the engine or end a game without asking. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partOfLine, positionCommand } from '../page/js/connection/rules.js';
import { address, counts, serve, show, shows, sizes, withPage } from './harness.js';
import { someGame } from './some-game.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

const START = '3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a';
const variant = 'brandubh-macwhite';

/** Links whose values hold a second command. @type {Record<string, Record<string, string>>} */
const attacks = {
  'a rule in a position': {
    variant,
    fen: `${START}\nsetoption name Rule KingMove value step\nposition fen ${START}`,
  },
  'a search in a position': { variant, fen: `${START}\ngo infinite` },
  'a rule in a name': { variant: `${variant}\nsetoption name Rule KingMove value step` },
  'a carriage return': { variant, fen: `${START}\rgo infinite` },
  'a line separator': { variant, fen: `${START}\u2028go infinite` },
  'a search in a move': { variant, moves: 'd1c1\ngo\u0085infinite' },
  'a search in a rule': { variant, rules: 'KingMove=step\nsetoption' },
};

/**
 * Records everything that the page sends from now on.
 * @param {Page} page
 */
function sent(page) {
  /** @type {string[]} */
  const messages = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => messages.push(String(payload))),
  );
  return messages;
}

for (const [name, game] of Object.entries(attacks)) {
  test(`a link with ${name} is refused`, async () => {
    await withPage({ viewport: sizes.desktop }, async (page) => {
      const messages = sent(page);
      await page.reload();
      await page.waitForSelector('body[data-ready]');
      await show(page, 'rules');
      const rules = await page.locator('.rules-body').textContent();
      await show(page, address('rules', game));
      await page
        .getByRole('alert')
        .getByText(/control characters|cannot be played/)
        .waitFor();
      assert.equal(await page.locator('.rules-body').textContent(), rules);
      // The next link works, and the king moves according to its rules.
      await show(page, address('analyse', { variant: 'tablut', moves: 'e2g2' }));
      await shows(page.locator('.moves .move'), 'e2-g2');
      await page.locator('.line .score').first().waitFor();
      for (const message of messages) assert.doesNotMatch(message, /[\p{Cc}\u2028]/u);
      const wanted = messages.filter((message) =>
        /^(go|setoption name Rule \w+ value (?!variant))/.test(message),
      );
      assert.deepEqual(wanted, ['go infinite']);
    });
  });
}

test('a link to damaged rules is refused without the words of a parser', async () => {
  const own = { name: 'own-x', title: 'X', source: 'X' };
  for (const rules of ['{', '{"a":1}', JSON.stringify(own)]) {
    await withPage({ viewport: sizes.desktop }, async (page) => {
      await show(page, address('analyse', { variant: rules }));
      const alert = page.getByRole('alert').filter({ hasText: 'That did not work' });
      await shows(
        alert,
        'That did not work: the rules of this game are incomplete or come from another version of the program',
      );
    });
  }
});

test('a link with a long game on the largest board opens it', async () => {
  const game = { variant: 'alea-evangelii', moves: await someGame('alea-evangelii', 300) };
  await withPage(
    { viewport: sizes.desktop },
    async (page) => counts(page.locator('.moves .move'), 300),
    address('analyse', game),
  );
});

test('a long game is asked for in parts of which each is short enough to wait', () => {
  const moves = Array.from({ length: 5000 }, (_, ply) => (ply % 2 ? 'a10a11' : 'j19k19'));
  const asked = [];
  while (asked.length <= moves.length) {
    const part = partOfLine(null, moves, asked.length);
    assert.ok(part.length > 0 && part.length <= 50 && part.join('').length < 1 << 20);
    asked.push(...part);
  }
  assert.equal(asked.length, moves.length + 1);
  assert.equal(asked[0], positionCommand(null, []));
  assert.equal(asked[4999], positionCommand(null, moves.slice(0, 4999)));
});

test('what works takes the error of an earlier link or text away', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const alert = page.getByRole('alert');
      await show(page, address('analyse', { variant: 'no-such-game' }));
      await alert.getByText(/there are no such rules/).waitFor();
      await show(page, address('records', { variant: 'tablut', moves: 'e2g2' }));
      await shows(page.locator('.moves .move'), 'e2-g2');
      assert.ok(await alert.isHidden());
      await page.getByLabel(/Or paste/).fill('1. a1-a1');
      await page.getByRole('button', { name: 'Read', exact: true }).click();
      const error = page.locator('.facts.error');
      await error.waitFor();
      await show(page, address('records', { variant: 'tablut', moves: 'e2f2' }));
      await shows(page.locator('.moves .move'), 'e2-f2');
      assert.equal(await error.count(), 0);
    },
    'analyse',
    /422/,
  );
});

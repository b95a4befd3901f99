/** The room of puzzles: tries, refutations, hints, the solution, and what is kept of the player. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { rate } from '../page/js/puzzles/glicko.js';
import { check } from './axe.js';
import {
  click,
  counts,
  eventually,
  move,
  newGame,
  serve,
  show,
  shows,
  sizes,
  someSquares,
  status,
  withPage,
} from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

const lines = readFileSync(new URL('../../tests/data/puzzles.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean);

/** A puzzle whose one move wins; after another one the other side wins. */
const puzzle = lines.map((line) => JSON.parse(line)).find(({ goal }) => goal === 'win');

/**
 * Opens the room with some puzzles instead of those of the program.
 * @param {Page} page
 * @param {string[]} puzzles
 */
async function openRoom(page, puzzles) {
  const body = puzzles.join('\n');
  await page.route('**/puzzles.jsonl', (route) =>
    route.fulfill({ body, contentType: 'application/x-ndjson' }),
  );
  await show(page, 'puzzles');
  await page.locator('.puzzle-panel h2', { hasText: 'to move' }).waitFor();
}

/** @param {Page} page */
const words = (page) => page.locator('.puzzle-panel .status');

/** @param {string} name */
const squaresOf = (name) => /^([a-z]\d+)([a-z]\d+)$/.exec(name)?.slice(1) ?? [];

/** @param {Page} page @param {string} name of a move */
async function play(page, name) {
  const [from, to] = squaresOf(name);
  await move(page, from, to);
}

/**
 * Plays a move that is not the solution.
 * @param {Page} page
 * @param {{ solution: string, fen: string }} puzzle
 */
async function wrongMove(page, puzzle) {
  const [from] = squaresOf(puzzle.solution);
  const side = puzzle.fen.endsWith(' d') ? 'defender' : 'attacker';
  const pieces = await someSquares(page, side);
  await click(page, pieces.find((square) => square !== from) ?? '');
  await page.locator('.cell[aria-label*="possible move"]').first().click();
}

/** @param {Page} page */
const rating = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('branan.puzzles') ?? '{}').player?.rating);

for (const [name, viewport] of Object.entries(sizes)) {
  test(`a puzzle is solved on a ${name}, after a wrong move that is refuted`, async () => {
    await withPage({ viewport, hasTouch: name === 'phone' }, async (page) => {
      await openRoom(page, [JSON.stringify(puzzle)]);
      await check(page);
      await wrongMove(page, puzzle);
      await shows(
        words(page),
        /^\S+ (loses: after |(loses|does not win|is not the solution).* reply is )/,
      );
      await page.getByRole('button', { name: 'Take back' }).click();
      // The task stands above, once.
      await shows(words(page), '');
      await shows(page.locator('.puzzle-panel h2'), /to move and win/);
      await play(page, puzzle.solution.split(' ')[0]);
      await shows(words(page), 'Solved, with help.');
      await eventually(async () => String((await rating(page)) < 1200), 'true');
      await check(page);
      const fits = await page.evaluate(
        () => document.documentElement.scrollWidth <= window.innerWidth,
      );
      assert.ok(fits);
    });
  });
}

test('a puzzle that is solved at once raises the rating, which is kept', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await openRoom(page, [JSON.stringify(puzzle)]);
    await play(page, puzzle.solution.split(' ')[0]);
    await shows(words(page), 'Solved.');
    await eventually(async () => String((await rating(page)) > 1200), 'true');
    const before = await rating(page);
    const moves = page.locator('.puzzle-line .move');
    await eventually(async () => String((await moves.count()) > 0), 'true');
    await moves.first().click();
    await page.locator('.puzzle-line .move:first-of-type[aria-current=true]').waitFor();
    await page.keyboard.press('End');
    await eventually(async () => (await moves.last().getAttribute('aria-current')) ?? '', 'true');
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    assert.equal(await rating(page), before);
    await shows(page.locator('.puzzle-panel'), /Streak: 1, longest: 1/);
  });
});

test('hints, the solution and the next puzzle by keys', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await openRoom(page, lines);
    const task = page.locator('.puzzle-panel .facts').first();
    const hint = page.getByRole('button', { name: 'Hint' });
    const note = page.locator('.puzzle-panel .controls + .note');
    await shows(note, 'A wrong move, a hint or the solution counts as not solved.');
    await page.keyboard.press('h');
    await shows(words(page), /^Move the piece on [a-z]\d+\.$/);
    await shows(note, 'This try counts as not solved.');
    assert.ok(await hint.isEnabled());
    await page.keyboard.press('h');
    await shows(words(page), /^Play [a-z]\d+-[a-z]\d+.*\.$/);
    assert.ok(await hint.isDisabled(), 'there is no other hint');
    await page.getByRole('button', { name: 'Solution' }).click();
    await shows(words(page), 'This is the solution.');
    const first = (await task.textContent()) ?? '';
    await page.keyboard.press('n');
    await shows(words(page), '');
    await page.getByRole('button', { name: 'Solution' }).click();
    await shows(words(page), 'This is the solution.');
    assert.notEqual(await task.textContent(), first);
  });
});

test('the solution has the other defences, to step through', async () => {
  const forked = {
    id: 'x',
    ruleset: 'ard-ri',
    fen: '3t3/2t3t/t1T3t/t2KTtt/t1TTt1t/3t3/2tt3 d',
    goal: 'win',
    solution: 'd4b4',
    rest: 'c1b1 b4b7',
    defences: ['d4b4 d7b7 b4b1'],
  };
  await withPage({ viewport: sizes.phone }, async (page) => {
    await openRoom(page, [JSON.stringify(forked)]);
    await play(page, 'd4b4');
    await shows(words(page), 'Solved.');
    await page.locator('.puzzle-panel .status[data-tone=good]').waitFor();
    const other = page.getByRole('group', { name: 'Other defences' });
    await eventually(
      async () => (await other.locator('.move').allTextContents()).join(' '),
      'd7-b7 b4-b1',
    );
    await check(page);
    await other.locator('.move').last().click();
    await page.locator('.cell[aria-label^="b1"][aria-label*="king" i]').waitFor();
    const here = page.locator('.puzzle-line [aria-current=true]');
    for (const [key, move] of Object.entries({ ArrowLeft: 'd7-b7', Home: '', End: 'b4-b1' })) {
      await page.keyboard.press(key);
      await eventually(async () => (await here.allTextContents()).join(), move);
    }
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => (await here.allTextContents()).join(), 'd4-b4');
    await page.locator('.puzzle-line .move', { hasText: 'b4-b7' }).click();
    await page.locator('.cell[aria-label^="b7"][aria-label*="king" i]').waitFor();
  });
});

test('a puzzle that is done can be analysed', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await openRoom(page, [JSON.stringify(puzzle)]);
    const analyse = page.locator('.puzzle-panel').getByRole('button', { name: 'Analyse' });
    await page.getByRole('button', { name: 'Solution' }).click();
    await analyse.click();
    await page.locator('.moves .move').first().waitFor();
  });
});

test('the board points out the moves of the shown solution', async () => {
  const long = {
    id: 'x',
    ruleset: 'ard-ri',
    fen: '3t3/2t3t/t1T3t/t2KTtt/t1TTt1t/3t3/2tt3 d',
    goal: 'win',
    solution: 'd4b4',
    rest: 'c1b1 b4b7',
  };
  await withPage({ viewport: sizes.phone }, async (page) => {
    await openRoom(page, [JSON.stringify(long)]);
    const arrows = page.locator('#board .arrow');
    await counts(arrows, 0);
    await page.getByRole('button', { name: 'Solution' }).click();
    await shows(words(page), 'This is the solution.');
    await counts(arrows, 1);
    // From here on several moves are right.
    await page.keyboard.press('ArrowRight');
    await counts(arrows, 0);
  });
});

test('puzzles that could not be loaded are loaded when the room is opened again', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await page.route('**/puzzles.jsonl', (route) => route.abort());
      await show(page, 'puzzles');
      await page.getByRole('alert').getByText('That did not work').waitFor();
      await shows(words(page), '');
      await page.unroute('**/puzzles.jsonl');
      await show(page, 'play');
      await openRoom(page, [JSON.stringify(puzzle)]);
    },
    'play',
    /ERR_FAILED/,
  );
});

test('filters leave puzzles of one side', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await openRoom(page, lines);
    await page.getByText('Choose puzzles').click();
    for (const [side, name] of Object.entries({ defenders: 'Defenders', attackers: 'Attackers' })) {
      await page.getByLabel('Side').selectOption(side);
      await shows(page.locator('.puzzle-panel h2'), new RegExp(`^${name} to move`));
    }
  });
});

test('filters offer only what there is, with its number', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await page.evaluate(() =>
      localStorage.setItem('branan.puzzle-filters', JSON.stringify({ difficulty: 'expert' })),
    );
    const all = lines.map((line) => JSON.parse(line));
    await openRoom(page, lines);
    const labels = (/** @type {string} */ name) =>
      page.getByLabel(name).locator('option').allTextContents();
    const found = (/** @type {number} */ low, /** @type {number} */ high) =>
      all.filter(({ rating }) => rating >= low && rating < high).length;
    const difficulties = [`All (${all.length})`];
    if (found(0, 900)) difficulties.push(`Easy, below 900 (${found(0, 900)})`);
    if (found(900, 1300)) difficulties.push(`Medium, 900 to 1300 (${found(900, 1300)})`);
    assert.equal(found(1300, Infinity), 0);
    await eventually(async () => (await labels('Difficulty')).join(), difficulties.join());
    await page.getByText('Choose puzzles').click();
    await page.getByLabel('Side').selectOption('attackers');
    const attackers = all.filter(({ fen }) => fen.split(' ')[1] === 'a').length;
    await eventually(async () => (await labels('Difficulty'))[0], `All (${attackers})`);
    await shows(page.locator('.puzzle-panel details'), new RegExp(`\\b${attackers} puzzles`));
  });
});

test('filters that no puzzle passes leave no puzzle', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await openRoom(page, lines);
    await page.getByText('Choose puzzles').click();
    await page.getByLabel('Side').selectOption('attackers');
    // Only the king escapes.
    await page.getByLabel('Theme').selectOption('escape');
    await shows(words(page), 'No puzzle passes these filters.');
    await counts(page.locator('#board [class*=piece-]'), 0);
    for (const name of ['Hint', 'Solution', 'Next puzzle', 'Take back']) {
      await page.getByRole('button', { name }).waitFor({ state: 'hidden' });
    }
    await check(page);
    await page.getByLabel('Theme').selectOption('');
    await page.getByRole('button', { name: 'Hint' }).waitFor();
  });
});

test('the room begins with the game that was played last, and links to its rules', async () => {
  await withPage({ viewport: sizes.phone }, async (page) => {
    await page.getByLabel('Game', { exact: true }).selectOption('copenhagen');
    await page.getByLabel('You play').selectOption('both');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('.game-panel').waitFor();
    await openRoom(page, lines);
    await counts(page.locator('#board [data-square]'), 121);
    await eventually(() => page.locator('.puzzle-panel select').first().inputValue(), 'copenhagen');
    await page.getByText('Choose puzzles').click();
    await page.locator('.puzzle-panel select').first().selectOption('ashton-tablut');
    await counts(page.locator('#board [data-square]'), 81);
    await page.getByRole('button', { name: 'Show the rules' }).click();
    await shows(page.locator('.rules h2'), /Ashton/);
    await counts(page.locator('#board [data-square]'), 81);
    await show(page, 'play');
    await counts(page.locator('#board [data-square]'), 121);
  });
});

test('a win in a number of moves is solved, and another move is too late', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    const quick = lines
      .map((line) => JSON.parse(line))
      .find(({ goal, solution }) => goal === 'win-in' && solution.split(' ').length === 3);
    await openRoom(page, [JSON.stringify(quick)]);
    await shows(page.locator('.puzzle-panel h2'), 'Defenders to move and win in 2 moves.');
    const [first, , last] = quick.solution.split(' ');
    await wrongMove(page, quick);
    await shows(words(page), /^\S+ (does not win in time, proven|loses)/);
    await page.getByRole('button', { name: 'Take back' }).click();
    await shows(words(page), '');
    await play(page, first);
    await shows(words(page), 'Right. Go on.');
    await play(page, last);
    await shows(words(page), 'Solved, with help.');
    await shows(page.locator('.puzzle-panel'), /Others may win later\./);
    await shows(page.locator('.puzzle-panel .facts').first(), new RegExp(`Puzzle ${quick.id}$`));
  });
});

test('a move that wins too late is told to win later', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    const fen = '7/5t1/7/7/7/7/3K3 d';
    const rules = { ruleset: 'brandubh-macwhite', goal: 'win-in', plies: 1 };
    await openRoom(page, [JSON.stringify({ id: 'x', fen, solution: 'd1a1', ...rules })]);
    await play(page, 'd1d2');
    await shows(
      words(page),
      /^d1-d2 wins too, but later: within [2-9] moves\. A good reply is f6-/,
    );
  });
});

test('a reply that wins at once is told as such', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    // The attackers must block the king, who is two steps from the corner.
    const fen = '7/7/7/2t4/7/6t/1K5 a';
    const made = { id: 'x', ruleset: 'brandubh-macwhite', fen, goal: 'hold', solution: 'g2g1' };
    await openRoom(page, [JSON.stringify(made)]);
    await play(page, 'c4c5');
    await shows(words(page), 'c4-c5 loses: after b1-a1 the king escapes.');
  });
});

test('a game on the board is left as it is', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    const board = () => page.locator('.board [role=gridcell]').count();
    const before = await board();
    const other = lines.map((line) => JSON.parse(line)).find(({ fen }) => fen);
    await openRoom(page, [JSON.stringify(other)]);
    await show(page, 'analyse');
    await eventually(async () => String(await board()), String(before));
    await page.locator('.line .score').first().waitFor();
  });
});

test('the rating follows the example of its source', () => {
  const player = { rating: 1500, deviation: 200, volatility: 0.06 };
  const after = rate(player, [
    { rating: 1400, deviation: 30, won: true },
    { rating: 1550, deviation: 100, won: false },
    { rating: 1700, deviation: 300, won: false },
  ]);
  assert.ok(Math.abs(after.rating - 1464.06) < 0.05, String(after.rating));
  assert.ok(Math.abs(after.deviation - 151.52) < 0.05, String(after.deviation));
  assert.ok(Math.abs(after.volatility - 0.05999) < 0.00001, String(after.volatility));
});

test('a wrong move is refuted while the engine thinks in a game, which goes on', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    // Without a proof the reply comes from a search.
    await page.routeWebSocket(/\/solver/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((line) => server.send(String(line).replace(/^solve .*/, 'solve nodes 1')));
    });
    // A level of the engine answers at once; this one thinks until it is stopped.
    await page.routeWebSocket(/\/engine/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((line) => server.send(String(line).replace(/^go .*/, 'go infinite')));
    });
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'attackers' });
    await move(page, 'd1', 'b1');
    await shows(status(page), /The engine is thinking/);
    await openRoom(page, [JSON.stringify(puzzle)]);
    await wrongMove(page, puzzle);
    await shows(words(page), /(after|reply is) /);
    await show(page, 'play');
    await shows(status(page), /The engine is thinking/);
    await page.getByRole('button', { name: 'Resign' }).waitFor();
  });
});

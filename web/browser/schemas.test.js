/** The program's JSON output matches the documented schemas. */

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { linkOf, program } from './harness.js';

/** @param {string} name */
function validator(name) {
  const path = fileURLToPath(new URL(`../../docs/schemas/${name}.schema.json`, import.meta.url));
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
  return ajv.compile(JSON.parse(readFileSync(path, 'utf8')));
}

/**
 * @param {import('ajv').ValidateFunction} valid
 * @param {unknown} value
 */
function check(valid, value) {
  assert.ok(valid(value), `${JSON.stringify(valid.errors)}: ${JSON.stringify(value)}`);
}

test('positions in every ruleset', () => {
  const valid = validator('state');
  const words = execFileSync(program, { input: 'variants\n', encoding: 'utf8' });
  const rulesets = [...words.matchAll(/^Ruleset: (\S+)/gm)].map(([, name]) => name);
  assert.ok(rulesets.length > 20, words);
  const lines = [
    ...rulesets.flatMap((name) => [`setoption name UCI_Variant value ${name}`, 'state']),
  ];
  // A capture, threats, a win, a draw.
  lines.push('setoption name UCI_Variant value brandubh-macwhite');
  lines.push('position startpos moves d1c1 d5b5 d6b6', 'state');
  lines.push('position fen 1t5/7/7/7/7/7/3K3 d', 'state');
  lines.push('position fen 1t5/7/7/7/7/7/3K3 d moves d1a1', 'state');
  const told = execFileSync(program, { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
  const states = told.split('\n').filter((line) => line.startsWith('state '));
  assert.equal(states.length, rulesets.length + 3, told);
  for (const state of states) check(valid, JSON.parse(state.slice('state '.length)));
  const { pieces, ...rest } = JSON.parse(states[0].slice('state '.length));
  assert.ok(!valid({ ...rest, pieces: { ...pieces, z9: 'x' } }));
});

test('the fields of every ruleset', () => {
  const valid = validator('fields');
  const words = execFileSync(program, { input: 'variants\n', encoding: 'utf8' });
  const rulesets = [...words.matchAll(/^Ruleset: (\S+)/gm)].map(([, name]) => name);
  const lines = rulesets.flatMap((name) => [`setoption name UCI_Variant value ${name}`, 'fields']);
  const told = execFileSync(program, { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
  const answers = told.split('\n').filter((line) => line.startsWith('fields '));
  assert.equal(answers.length, rulesets.length, told);
  const objects = answers.map((line) => JSON.parse(line.slice('fields '.length)));
  for (const object of objects) check(valid, object);
  assert.ok(!valid({ ...objects[0], fields: [{ name: 'x' }] }));
});

test('the lines of a match', () => {
  const valid = validator('match');
  const engine = (/** @type {string} */ name) => [
    '--engine',
    `cmd=${program}`,
    `name=${name}`,
    'option.Skill Level=1',
  ];
  const words = `--each nodes=100 --variant brandubh-macwhite --rounds 1 --max-moves 6 --json --sprt`;
  const args = ['match', ...engine('one'), ...engine('two'), ...words.split(' ')];
  for (const more of [[], ['--dry-run']]) {
    const told = execFileSync(program, [...args, ...more], { encoding: 'utf8', stdio: 'pipe' });
    const lines = told.trim().split('\n');
    for (const line of lines) check(valid, JSON.parse(line));
    assert.equal(lines.length, more.length > 0 ? 1 : 6, told);
  }
  assert.ok(!valid({ event: 'game', game: 0 }));
});

test('games that are read', async () => {
  const valid = validator('game');
  const args = ['board', '--port', '0', '--no-open', '--threads', '1'];
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    const link = new URL(await linkOf(server));
    const token = link.hash.slice('#token='.length);
    for (const name of ['right.txt', 'right.otg', 'right.json', 'forms-of-moves.txt']) {
      const path = fileURLToPath(new URL(`../../docs/samples/${name}`, import.meta.url));
      const body = readFileSync(path, 'utf8');
      const headers = { Origin: link.origin };
      const address = `${link.origin}/games/read?token=${token}`;
      const response = await fetch(address, { method: 'POST', body, headers });
      const games = JSON.parse(await response.text());
      assert.ok(games.length > 0);
      for (const game of games) check(valid, game);
      assert.ok(!valid({ ...games[0], result: 'white' }));
      assert.ok(!valid({ ...games[0], moves: [{ ...games[0].moves[0], text: 'D2-E2' }] }));
    }
  } finally {
    server.kill();
  }
});

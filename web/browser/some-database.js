/** Makes databases of games for tests. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from './harness.js';

/**
 * A new database with the games of some records.
 * @param {string} records
 * @returns {string} its path
 */
export function databaseOf(records) {
  const folder = mkdtempSync(join(tmpdir(), 'games-'));
  const database = join(folder, 'games.db');
  const file = join(folder, 'games.txt');
  writeFileSync(file, records);
  execFileSync(program, ['db', 'import', database, file]);
  return database;
}

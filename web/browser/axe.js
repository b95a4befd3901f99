/** Accessibility checks with axe. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** @typedef {import('playwright-core').Page} Page */

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Fails on accessibility violations.
 * @param {Page} page
 */
export async function check(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => /** @type {any} */ (window).axe.run());
  const faults = found.violations.map((/** @type {any} */ { id, nodes }) => ({
    id,
    where: nodes.map((/** @type {any} */ node) => `${node.target}: ${node.failureSummary}`),
  }));
  assert.deepEqual(faults, []);
}

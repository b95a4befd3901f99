/** Watching a Swiss tournament. */

import { test } from 'node:test';
import { program, serveMatch, sizes, withPage } from './harness.js';

const names = ['one', 'two', 'three'];
const engines = names.flatMap((name) => ['--engine', `cmd=${program}`, `name=${name}`]);
// More games in the first round than the test can watch.
const terms = ['--each', 'depth=2', '--variant', 'brandubh-macwhite', '--format', 'swiss'];

serveMatch(...engines, ...terms, '--pairs', '50000');

test('the engine that rests has its points and leads', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const first = page.getByRole('row').nth(1);
      await first.and(page.getByRole('row', { name: 'three 0 0 0 100,000.0' })).waitFor();
    },
    '',
  );
});

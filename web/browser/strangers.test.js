/** Visitors without the link learn that they need it. */

import { test } from 'node:test';
import { openAt, serve } from './harness.js';

serve();

for (const hash of ['', '#play', '#token=0123456789abcdef0123456789abcdef']) {
  test(`without the right token: "${hash}"`, async () => {
    await openAt(hash, async (page) => {
      await page
        .getByRole('alert')
        .getByText(/branan board/)
        .waitFor();
    });
  });
}

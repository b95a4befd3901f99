/** The light or dark theme. Follows the system until the user chooses. */

import { keep, recall } from './settings.js';

/** Applies the chosen theme. */
export function applyTheme() {
  const chosen = recall('theme', '');
  if (chosen) document.documentElement.dataset.theme = chosen;
}

/** Switches between light and dark. */
export function nextTheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const now = document.documentElement.dataset.theme || (dark ? 'dark' : 'light');
  keep('theme', now === 'dark' ? 'light' : 'dark');
  applyTheme();
}

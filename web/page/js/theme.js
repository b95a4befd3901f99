/** The light or dark theme. Follows the system until the user chooses. */

import { keep, recall } from './settings.js';

/** Applies the chosen theme. */
export function applyTheme() {
  document.documentElement.dataset.theme = recall('theme', '');
}

/** Switches between light and dark. A choice that is the system's is no choice: the page follows the system again. */
export function nextTheme() {
  const ofSystem = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const now = document.documentElement.dataset.theme || ofSystem;
  const next = now === 'dark' ? 'light' : 'dark';
  keep('theme', next === ofSystem ? '' : next);
  applyTheme();
}

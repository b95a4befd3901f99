/** Light or dark: as the system has it, until a person chooses. */

import { keep, recall } from './settings.js';

/** Applies the theme that was chosen. */
export function applyTheme() {
  const chosen = recall('theme', '');
  if (chosen) document.documentElement.dataset.theme = chosen;
}

/** Changes from light to dark, or back. */
export function nextTheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const now = document.documentElement.dataset.theme || (dark ? 'dark' : 'light');
  keep('theme', now === 'dark' ? 'light' : 'dark');
  applyTheme();
}

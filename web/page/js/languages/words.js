/** The words of the page in its language. Only this language is loaded beside English. */

import { words as analysis } from './en/analysis.js';
import { words as main } from './en/main.js';
import { words as rooms } from './en/rooms.js';
import { language, locale } from './language.js';
import { speaker } from './say.js';

/** @typedef {typeof main & typeof analysis & typeof rooms} Words */

const english = { ...main, ...analysis, ...rooms };

/** @returns {Promise<Words>} */
async function load() {
  if (language === 'en') return english;
  const names = ['main', 'analysis', 'rooms'];
  const parts = await Promise.all(names.map((name) => import(`./${language}/${name}.js`)));
  return Object.assign({}, ...parts.map(({ words }) => words));
}

/** English if the language cannot be loaded: the page is worth more than its language. */
export const words = await load().catch(() => english);

export const say = speaker(words === english && language !== 'en' ? 'en' : locale);

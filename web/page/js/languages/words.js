/** The words of the page in its language. Only this language is loaded beside English. */

import { words as main } from './en/main.js';
import { words as rooms } from './en/rooms.js';
import { language, locale } from './language.js';
import { speaker } from './say.js';

/** @typedef {typeof main & typeof rooms} Words */

const english = { ...main, ...rooms };

/** @returns {Promise<Words>} */
async function load() {
  if (language === 'en') return english;
  const parts = ['main', 'rooms'].map((part) => import(`./${language}/${part}.js`));
  const [page, more] = await Promise.all(parts);
  return { ...page.words, ...more.words };
}

/** English if the language cannot be loaded: the page is worth more than its language. */
export const words = await load().catch(() => english);

export const say = speaker(words === english && language !== 'en' ? 'en' : locale);

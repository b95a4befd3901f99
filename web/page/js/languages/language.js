/** The language of the page: the player's choice, or else the browser's. */

import { keep, recall } from '../settings.js';

/** The languages by their codes, each by its own name. Each has a folder here. */
export const languages = {
  en: 'English',
  da: 'Dansk',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  is: 'Íslenska',
};

/** @typedef {keyof typeof languages} Language */

/** @param {string} code @returns {code is Language} */
const isKnown = (code) => Object.hasOwn(languages, code);

/** What the browser asks for, best first. @returns {readonly string[]} */
const wanted = () => globalThis.navigator?.languages ?? [];

/** @param {string} locale such as `de-AT` */
const codeOf = (locale) => locale.split('-')[0].toLowerCase();

/** @returns {Language} */
function chosen() {
  const codes = [recall('language', ''), ...wanted().map(codeOf)];
  return codes.find(isKnown) ?? 'en';
}

export const language = chosen();

/** The language with the player's region, for numbers and dates. */
export const locale =
  wanted().find((locale) => codeOf(locale) === language) ??
  (language === 'en' ? 'en-GB' : language);

/** Stores the choice of a language, in which the page is shown when it is loaded next. @param {string} code */
export const keepLanguage = (code) => keep('language', code);

/** Formats of numbers by their decimals. Making one takes longer than using it. @type {Map<number, Intl.NumberFormat>} */
const formats = new Map();

/**
 * A number as the language writes it.
 * @param {number} value
 * @param {number} [decimals] how many decimals it always has
 */
export function numberText(value, decimals = 0) {
  let format = formats.get(decimals);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: 'min2',
    });
    formats.set(decimals, format);
  }
  return format.format(value);
}

/** Parts in a row, as the language writes them: “a, b and c”. @param {string[]} parts */
export const listText = (parts) => new Intl.ListFormat(locale).format(parts);

/** Fills values into messages, by the conventions of a language. */

/**
 * @typedef {{ readonly other: string } & { readonly [form in Intl.LDMLPluralRule]?: string }} Plural a message
 * with a form for each kind of number
 *
 * @typedef {string | Plural} Message
 */

/**
 * The names of the values in a text: `a` and `b` for `{a} of {b}`.
 * @template {string} T
 * @typedef {T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never} Names
 */

/**
 * The values that a message needs.
 * @template {Message} M
 * @typedef {{ [name in M extends string ? Names<M> : M extends Plural ? Names<M['other']> : never]: string | number }} Values
 */

/**
 * The words of another language: the same keys, with the plural forms of that language.
 * @template T
 * @typedef {T extends string ? string : T extends Plural ? Plural : { [K in keyof T]: Translation<T[K]> }} Translation
 */

/**
 * @param {string} locale
 */
export function speaker(locale) {
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale, { useGrouping: 'min2' });
  /**
   * Fills the values into a message. Numbers are written as the language does, and `count` chooses the plural.
   * @template {Message} M
   * @param {M} message
   * @param {Values<M>} values
   * @returns {string}
   */
  return function say(message, values) {
    const given = /** @type {Record<string, string | number>} */ (values);
    const text =
      typeof message === 'string'
        ? message
        : (message[plurals.select(Number(given.count))] ?? message.other);
    return text.replace(/\{(\w+)\}/g, (hole, name) => {
      const value = given[name] ?? hole;
      return typeof value === 'number' ? numbers.format(value) : value;
    });
  };
}

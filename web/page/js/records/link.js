/** Links to positions. The game is in the fragment of the address, which is sent to no server. */

import { ruleWords } from '../connection/rules.js';

/**
 * @typedef {object} LinkedGame
 * @property {string} variant
 * @property {[string, string][]} alternates
 * @property {string | null} fen
 * @property {import('../game/line.js').Ply[]} line
 */

/**
 * Reads the fragment of an address: `#analyse?variant=tablut&moves=d1d3+e3d3`.
 * @param {string} hash
 * @returns {{ view: string, game: LinkedGame | null }}
 */
export function readLink(hash) {
  const [view, query = ''] = hash.replace(/^#/, '').split('?');
  const parameters = new URLSearchParams(query);
  const variant = parameters.get('variant');
  if (!variant) return { view, game: null };
  /** @type {[string, string][]} */
  const alternates = [];
  for (const pair of (parameters.get('rules') ?? '').split(' ').filter(Boolean)) {
    const [name, value = ''] = pair.split('=');
    alternates.push([name, value]);
  }
  const moves = (parameters.get('moves') ?? '').split(' ').filter(Boolean);
  const line = moves.map((text) => ({ text }));
  return { view, game: { variant, alternates, fen: parameters.get('fen'), line } };
}

/**
 * Writes the fragment of a link.
 * @param {{ variant: string, alternates: [string, string][], fen: string | null, moves: string[] }} game
 */
export function writeLink({ variant, alternates, fen, moves }) {
  const parameters = new URLSearchParams({ variant });
  const rules = ruleWords(alternates);
  if (rules) parameters.set('rules', rules);
  if (fen) parameters.set('fen', fen);
  if (moves.length > 0) parameters.set('moves', moves.join(' '));
  return `${location.origin}/#analyse?${parameters}`;
}

/** The players of a game on this page. Their names are shown in the page's current language. */

import { texts } from '../texts.js';
import { LEVELS } from './levels.js';

/**
 * @typedef {import('../connection/rules.js').Side} Side
 *
 * @typedef {object} Participant
 * @property {'person' | 'engine'} kind
 * @property {string} [engine] the engine's name; empty if it has none
 * @property {number | null} [elo] its strength; null for full strength
 * @property {boolean} [hasLevels] whether its strengths are our engine's levels
 *
 * @typedef {Record<Side, Participant>} Participants
 */

/**
 * @param {Pick<import('./play.js').Terms, 'players' | 'elo'>} terms
 * @param {import('../connection/engine.js').Engine} engine
 * @returns {Participants}
 */
export function participantsOf({ players, elo }, { name, strengths }) {
  const hasLevels = strengths?.hasLevels ?? false;
  const participant = (/** @type {Side} */ side) =>
    players[side] === 'person'
      ? { kind: players[side] }
      : { kind: players[side], engine: name, elo, hasLevels };
  return { attackers: participant('attackers'), defenders: participant('defenders') };
}

/** @param {Participants} participants @returns {Record<Side, string>} */
export function namesOf({ attackers, defenders }) {
  return { attackers: nameOf(attackers), defenders: nameOf(defenders) };
}

/** @param {Participant} participant */
function nameOf({ kind, engine, elo = null, hasLevels = false }) {
  if (kind === 'person') return texts.person;
  const name = engine || texts.engine;
  if (elo === null) return name;
  const level = hasLevels ? LEVELS.indexOf(elo) : -1;
  return level < 0 ? texts.limited(name, elo) : texts.atLevel(name, level, elo);
}

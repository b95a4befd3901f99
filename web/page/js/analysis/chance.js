/** Scores as players read them. */

import { numberText } from '../languages/language.js';

/**
 * @typedef {import('../connection/engine.js').Score} Score
 * @typedef {import('../connection/rules.js').Side} Side
 */

/** At a score of 100 a side scores three points in four games; see `protocol.md`. */
const SCALE = 100 / Math.log(3);

/**
 * The defenders' expected score, from 0 to 1. A draw counts as half a win.
 * @param {Score} score for the side to move
 * @param {[number, number, number] | null} wdl win, draw and loss in per mille, if the engine reports them
 * @param {Side} side the side to move
 */
export function defendersChance(score, wdl, side) {
  let chance;
  if (score.kind === 'mate') chance = score.value > 0 ? 1 : 0;
  else if (wdl) chance = (wdl[0] + wdl[1] / 2) / 1000;
  else chance = 1 / (1 + Math.exp(-score.value / SCALE));
  return side === 'defenders' ? chance : 1 - chance;
}

/**
 * The defenders' score in a finished game.
 * @param {{ winner: Side | null }} result
 */
export function chanceOf({ winner }) {
  return winner === null ? 0.5 : Number(winner === 'defenders');
}

/**
 * A score from the defenders' point of view: `+0.35`, or `+#3` for a proven win.
 * @param {Score} score
 * @param {Side} side
 * @param {number} [decimals]
 */
export function scoreText(score, side, decimals = 2) {
  const value = side === 'defenders' ? score.value : -score.value;
  if (score.kind === 'mate') return `${value < 0 ? '−' : '+'}#${Math.abs(value)}`;
  const text = numberText(Math.abs(value) / 100, decimals);
  return `${value < 0 ? '−' : '+'}${text}`;
}

/**
 * The winner and the number of moves to the win, or null if the score proves nothing.
 * @param {Score} score
 * @param {Side} side
 * @returns {{ winner: Side, moves: number } | null}
 */
export function decided(score, side) {
  if (score.kind !== 'mate') return null;
  const loser = side === 'attackers' ? 'defenders' : 'attackers';
  return { winner: score.value > 0 ? side : loser, moves: Math.abs(score.value) };
}

/**
 * Abbreviates a number: `12.3 k`, `4.5 M`.
 * @param {number} number
 */
export function short(number) {
  if (number >= 1e6) return `${numberText(number / 1e6, 1)} M`;
  if (number >= 1e3) return `${numberText(number / 1e3, 1)} k`;
  return String(number);
}

/** How far a side is ahead: its expected score must be at least this, the highest first. */
const DEGREES = /** @type {const} */ ([
  ['winning', 0.88],
  ['better', 0.7],
  ['slightly', 0.57],
]);

/**
 * Who is ahead, and how far.
 * @param {number} chance the defenders' expected score
 * @returns {{ side: Side, degree: 'winning' | 'better' | 'slightly' } | null} null if the game is about even
 */
export function verdict(chance) {
  /** @type {Side} */
  const side = chance > 0.5 ? 'defenders' : 'attackers';
  const ahead = Math.max(chance, 1 - chance);
  const degree = DEGREES.find(([, least]) => ahead >= least);
  return degree ? { side, degree: degree[0] } : null;
}

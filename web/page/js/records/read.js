/** Reads pasted text: games, moves with or without numbers, positions, rules strings. */

import { readGames } from '../connection/games.js';
import { recordTexts } from '../texts-records.js';
import { readLink } from './link.js';

/**
 * @typedef {import('../connection/games.js').RecordedGame} RecordedGame
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('../game/desk.js').Desk} Desk
 *
 * @typedef {object} ReadPosition
 * @property {string} variant
 * @property {[string, string][]} alternates
 * @property {string | null} fen
 * @property {import('../game/line.js').Ply[]} [line] the moves from there
 *
 * @typedef {object} Reading
 * @property {ReadPosition} [position] a position, or the start position of a rules string
 * @property {RecordedGame[]} [games]
 * @property {string} [rules] the title of the assumed rules, if the text names none
 */

/** Rules strings contain `dim`, possibly after other rules. */
const RULES = /^(\w+:\S*\s+)*dim:\d/;

const OTN = /^\/([\dtTK]+(?:\/[\dtTK]+)+)\/(?:\s+(attackers|defenders))?$/;

const FEN = /^[\dtTK]+(\/[\dtTK]+)+( [ad]( \S+)?)?$/;

/** A link to a position on this page. */
const LINK = /^https?:\/\/[^\s#]+(#\w+\?\S+)$/;

/** Moves in algebraic notation, such as `d1-c1` or `d1c1`, without the signs of a record. */
const MOVES = /^(?![[{])[^[\]"]*\b[a-s]\d+-?[a-s]\d+/is;

/** What the program says of a move, or a word in its place, that cannot be played. */
const BAD_MOVE = /ply (\d+), (\S+): (.+)/;

/**
 * @param {string} pasted
 * @param {Ruleset} usual the rules of moves and positions that name none
 * @param {Desk} desk
 * @param {string} token
 * @returns {Promise<Reading>}
 */
export async function readText(pasted, usual, desk, token) {
  const text = pasted.trim();
  if (RULES.test(text)) return readRules(text, desk);
  const { game } = readLink(LINK.exec(text)?.[1] ?? '');
  if (game) return { position: game };
  const otn = OTN.exec(text);
  if (otn) {
    const ruleset = rulesetOf(otn[1], usual, desk);
    const position = `/${otn[1]}/ ${otn[2] ?? 'attackers'}`;
    const fen = await desk.aside(async () => {
      await desk.rules.choose(ruleset.variant, ruleset.alternates);
      return (await desk.rules.lookOtn(position)).fen;
    });
    return { position: { ...ruleset, fen }, rules: ruleset.title };
  }
  if (FEN.test(text)) {
    const ruleset = rulesetOf(text.split(' ')[0], usual, desk);
    const fen = text.includes(' ') ? text : `${text} a`;
    return { position: { ...ruleset, fen }, rules: ruleset.title };
  }
  return readMoves(pasted.endsWith('\n') ? pasted : `${pasted}\n`, usual, desk, token);
}

/**
 * @param {string} text
 * @param {Desk} desk
 * @returns {Promise<Reading>}
 */
async function readRules(text, desk) {
  const known = await desk.aside(async () =>
    desk.rules.named(await desk.rules.choose(text.replaceAll(/\s+/g, ' '))),
  );
  const variant = known?.name ?? text.replaceAll(/\s+/g, ' ');
  return { position: { variant, alternates: [], fen: null }, rules: known?.title };
}

/**
 * Reads moves under the usual rules, or else under the first well-known ruleset that allows them.
 * @param {string} text
 * @param {Ruleset} usual
 * @param {Desk} desk
 * @param {string} token
 * @returns {Promise<Reading>}
 */
async function readMoves(text, usual, desk, token) {
  try {
    return { games: await readGames(token, text, usual) };
  } catch (error) {
    if (!MOVES.test(text.trim())) throw inWords(error);
    for (const { name, title } of desk.rules.wellKnown) {
      const rules = { variant: name, alternates: [] };
      const games = await readGames(token, text, rules).catch(() => null);
      if (games && games.length > 0) return { games, rules: title };
    }
    throw inWords(error);
  }
}

/** An error about a move in the language of the page. @param {unknown} error */
function inWords(error) {
  const found = error instanceof Error && BAD_MOVE.exec(error.message);
  if (!found) return error;
  const [, ply, text, reason] = found;
  const number = Math.ceil(Number(ply) / 2);
  const isMove = !reason.startsWith('not a move');
  return new Error(
    isMove ? recordTexts.impossible(number, text, reason) : recordTexts.noMove(number, text),
  );
}

/** The number of squares of a row of a position. @param {string} row */
const widthOf = (row) =>
  row.replaceAll(/\d+/g, (empty) => '.'.repeat(Math.min(Number(empty), 99))).length;

/**
 * The usual rules if their board has the size of the position, or else the best-known ruleset of that size.
 * @param {string} rows
 * @param {Ruleset} usual
 * @param {Desk} desk
 */
function rulesetOf(rows, usual, desk) {
  const side = rows.split('/').length;
  const width = widthOf(rows.split('/')[0]);
  if (side !== width) throw new Error(recordTexts.notSquare(side, width));
  if (usual.side === side) return usual;
  const { rulesets, wellKnown } = desk.rules;
  const found = [...wellKnown, ...rulesets].find((ruleset) => ruleset.side === side);
  if (!found) throw new Error(recordTexts.noSuchBoard(side));
  return { variant: found.name, alternates: [], title: found.title };
}

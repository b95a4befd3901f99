/** Questions about the rules. The program answers all of them. */

import { language } from '../languages/language.js';
import { Lines, refuse } from './lines.js';

/**
 * @typedef {'attackers' | 'defenders'} Side
 *
 * @typedef {object} RulesetName
 * @property {string} name
 * @property {number} side
 * @property {string} title
 *
 * @typedef {object} Ruleset the answer to `rules`
 * @property {string} variant its name or rules string
 * @property {string} title
 * @property {string} source
 * @property {number} side the length of the board's side
 * @property {string} start
 * @property {string} otn the rules string, or empty if the notation cannot express the rules
 * @property {Set<string>} throne
 * @property {Set<string>} corners
 * @property {Set<string>} attackerForts
 * @property {Set<string>} defenderForts
 * @property {Set<string>} goals
 * @property {[string, string][]} told headings and sentences, in the language of the page
 * @property {[string, string][]} alternates alternate rules, by name and value
 *
 * @typedef {object} WrittenArea an area of a ruleset as data
 * @property {string[] | null} squares null for the usual ones
 *
 * @typedef {{
 *   name: string, title: string, source: string, aliases: string[], start: string,
 *   throne: WrittenArea, corners: WrittenArea,
 *   'attacker-forts': WrittenArea, 'defender-forts': WrittenArea,
 * }} WrittenRuleset a ruleset as data, with further fields
 *
 * @typedef {object} RuleField
 * @property {string} name such as `throne.stop`
 * @property {string} part the part of the rules to which it belongs
 * @property {'choice' | 'switch' | 'pieces' | 'squares' | 'number'} kind
 * @property {{ value: unknown, told: string[] }[]} values with the sentences that each adds to the rules
 *
 * @typedef {object} RulesetFields the answer to `fields`
 * @property {WrittenRuleset} ruleset
 * @property {string} file the ruleset as a file of rulesets
 * @property {RuleField[]} fields
 *
 * @typedef {object} Move
 * @property {string} name `d2e2`
 * @property {string} text `d2-e2xd3/e4`
 * @property {string} from
 * @property {string} to
 * @property {string[]} captures
 *
 * @typedef {object} Position the answer to `state`
 * @property {string} fen
 * @property {string} otn
 * @property {Side} side
 * @property {{ winner: Side | null, reason: string } | null} result
 * @property {Move | null} last
 * @property {Move[]} legal
 * @property {string[]} announced
 * @property {Record<Side, Move[]>} threats
 * @property {Move[]} king
 *
 * @typedef {object} Start
 * @property {string | null} fen null for the ruleset's own start
 */

/**
 * Reads `d2-e2xd3/e4`.
 * @param {string} text
 * @returns {Move}
 */
export function readMove(text) {
  const [way, taken] = text.split('x');
  const [from, to] = way.split('-');
  return { name: from + to, text, from, to, captures: taken ? taken.split('/') : [] };
}

/**
 * The `position` command.
 * @param {string | null} fen
 * @param {string[]} moves
 */
export function positionCommand(fen, moves) {
  const start = fen === null ? 'startpos' : `fen ${fen}`;
  return `position ${start}` + (moves.length > 0 ? ` moves ${moves.join(' ')}` : '');
}

/**
 * Parses the `Key: value` lines of an answer.
 * @param {string[]} lines
 */
function fields(lines) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const line of lines) {
    const match = /^([A-Z][A-Za-z]*(?: attackers| defenders)?): ?(.*)$/.exec(line);
    if (!match) continue;
    const values = found.get(match[1]);
    if (values) values.push(match[2]);
    else found.set(match[1], [match[2]]);
  }
  /** @param {string} key */
  const one = (key) => found.get(key)?.[0] ?? '';
  /** @param {string} key */
  const words = (key) => one(key).split(' ').filter(Boolean);
  /** @param {string} key */
  const all = (key) => found.get(key) ?? [];
  return { one, words, all };
}

/**
 * Parses the answer to `state`.
 * @param {any} told
 * @returns {Position}
 */
function readState(told) {
  /** @param {string[]} moves */
  const read = (moves) => moves.map(readMove);
  return {
    fen: told.fen,
    otn: told.otn,
    side: told.side,
    result: told.result,
    last: told.last === null ? null : readMove(told.last),
    legal: read(told.legal),
    announced: told.announced,
    threats: { attackers: read(told.threats.attackers), defenders: read(told.threats.defenders) },
    king: read(told.king),
  };
}

/**
 * The commands that select a ruleset.
 * @param {string} variant
 * @param {[string, string][]} alternates
 * @param {string[]} offered the available alternate rules
 */
export function ruleCommands(variant, alternates, offered) {
  const values = new Map(alternates.map(([name, value]) => [name.toLowerCase(), value]));
  return [
    `setoption name UCI_Variant value ${variant}`,
    ...offered.map(
      (name) => `setoption name Rule ${name} value ${values.get(name.toLowerCase()) ?? 'variant'}`,
    ),
  ];
}

/** Alternate rules as records and links write them. @param {[string, string][]} alternates */
export const ruleWords = (alternates) =>
  alternates.map(([name, value]) => `${name}=${value}`).join(' ');

/** The best-known games, recommended to new players. */
const WELL_KNOWN = [
  'brandubh-macwhite',
  'tablut',
  'copenhagen',
  'fetlar',
  'tawlbwrdd',
  'alea-evangelii',
];

/** Squares times moves of a game that is asked for in parts: the program sends no line of more than a megabyte. */
const LONG_GAME = 40_000;

/** The greatest number of positions in such a part. */
const PART = 50;

/** The greatest length of its commands together: the program closes a connection on which more than a megabyte waits. */
const PART_LENGTH = 1 << 19;

/**
 * The commands for some positions of a game.
 * @param {string | null} fen
 * @param {string[]} moves
 * @param {number} from the number of moves before the first of them
 */
export function partOfLine(fen, moves, from) {
  const commands = [];
  let length = 0;
  for (let ply = from; ply <= moves.length && commands.length < PART; ply += 1) {
    const command = positionCommand(fen, moves.slice(0, ply));
    length += command.length;
    if (commands.length > 0 && length > PART_LENGTH) break;
    commands.push(command);
  }
  return commands;
}

export class Rules {
  /** @param {string} token */
  constructor(token) {
    this.lines = new Lines('rules', token);
    /** @type {RulesetName[]} */
    this.rulesets = [];
    /** @type {string[]} */
    this.alternates = [];
    this.program = '';
    /** The length of the side of the current board. */
    this.side = 0;
    /** The rules chosen last, which need not be sent again. @type {{ name: string, ruleset: Ruleset } | null} */
    this.chosen = null;
  }

  async start() {
    const lines = await this.lines.ask('uci', 'variants');
    for (const line of lines) {
      const ruleset = /^Ruleset: (\S+) (\d+) (.*)$/.exec(line);
      if (ruleset)
        this.rulesets.push({ name: ruleset[1], side: Number(ruleset[2]), title: ruleset[3] });
      const alternate = /^option name Rule (\S+) type/.exec(line);
      if (alternate) this.alternates.push(alternate[1]);
      const id = /^id name (.*)$/.exec(line);
      if (id) this.program = id[1];
    }
  }

  /** The recommended rulesets among those available. */
  get wellKnown() {
    return WELL_KNOWN.flatMap((name) => this.rulesets.find((known) => known.name === name) ?? []);
  }

  /**
   * Finds the named ruleset with the same rules, if there is one. Changes the current rules.
   * @param {Ruleset} ruleset
   * @returns {Promise<RulesetName | null>}
   */
  async named(ruleset) {
    const playsLike = (/** @type {Pick<Ruleset, 'start' | 'told'>} */ { start, told }) =>
      JSON.stringify([start, told]);
    for (const known of this.rulesets.filter(({ side }) => side === ruleset.side)) {
      if (playsLike(await this.choose(known.name)) === playsLike(ruleset)) return known;
    }
    return null;
  }

  /**
   * Selects a ruleset.
   * @param {string} variant a name or a rules string
   * @param {[string, string][]} [alternates]
   * @returns {Promise<Ruleset>}
   */
  async choose(variant, alternates = []) {
    const name = JSON.stringify([variant, alternates]);
    if (this.chosen?.name !== name) {
      this.chosen = null;
      this.chosen = { name, ruleset: await this.#choose(variant, alternates) };
    }
    return { ...this.chosen.ruleset };
  }

  /**
   * @param {string} variant
   * @param {[string, string][]} alternates
   * @returns {Promise<Ruleset>}
   */
  async #choose(variant, alternates) {
    const lines = await this.lines.ask(
      ...ruleCommands(variant, alternates, this.alternates),
      `rules ${language}`,
    );
    refuse(lines);
    const { one, words, all } = fields(lines);
    this.side = Number(one('Side'));
    return {
      variant,
      title: one('Title'),
      source: one('Source'),
      side: this.side,
      start: one('Start'),
      otn: one('Otn'),
      throne: new Set(words('Throne')),
      corners: new Set(words('Corners')),
      attackerForts: new Set(words('AttackerForts')),
      defenderForts: new Set(words('DefenderForts')),
      goals: new Set(words('Goals')),
      told: all('Told').map((line) => {
        const at = line.indexOf(': ');
        return [line.slice(0, at), line.slice(at + 2)];
      }),
      alternates,
    };
  }

  /**
   * The current rules with all values of their fields, in words of the language of the page.
   * @returns {Promise<RulesetFields>}
   */
  async fields() {
    return this.#told([], `fields ${language}`, 'fields ');
  }

  /**
   * The position after some moves.
   * @param {string | null} fen
   * @param {string[]} moves
   * @returns {Promise<Position>}
   */
  async look(fen, moves) {
    return this.#look(positionCommand(fen, moves));
  }

  /**
   * The position given in OpenTafl notation.
   * @param {string} otn
   */
  async lookOtn(otn) {
    return this.#look(`position otn ${otn}`);
  }

  /**
   * All positions of a game, the first one included.
   * @param {string | null} fen
   * @param {string[]} moves
   * @returns {Promise<Position[]>}
   */
  async lookAlong(fen, moves) {
    if (moves.length * this.side ** 2 > LONG_GAME) return this.#lookInParts(fen, moves);
    const told = await this.#told([positionCommand(fen, moves)], 'state line', 'line ');
    return told.map(readState);
  }

  /**
   * @param {string | null} fen
   * @param {string[]} moves
   */
  async #lookInParts(fen, moves) {
    /** @type {Position[]} */
    const positions = [];
    while (positions.length <= moves.length) {
      const commands = partOfLine(fen, moves, positions.length);
      const lines = await this.lines.ask(...commands.flatMap((command) => [command, 'state']));
      refuse(lines);
      const states = lines.filter((line) => line.startsWith('state '));
      positions.push(...states.map((line) => readState(JSON.parse(line.slice('state '.length)))));
    }
    return positions;
  }

  /**
   * The notation of the moves of a game.
   * @param {string | null} fen
   * @param {string[]} moves
   */
  async written(fen, moves) {
    const line = await this.lookAlong(fen, moves);
    return line.flatMap(({ last }) => (last ? [last.text] : []));
  }

  /** @param {string} command */
  async #look(command) {
    return readState(await this.#told([command], 'state', 'state '));
  }

  /**
   * The JSON in an answer, which follows `word`.
   * @param {string[]} commands
   * @param {string} question
   * @param {string} word
   */
  async #told(commands, question, word) {
    const lines = await this.lines.ask(...commands, question);
    refuse(lines);
    const line = lines.find((text) => text.startsWith(word)) ?? `${word}null`;
    return JSON.parse(line.slice(word.length));
  }
}

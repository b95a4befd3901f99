/** Questions about the rules, all answered by the engine's own program. */

import { Lines, refuse } from './lines.js';

/**
 * @typedef {'attackers' | 'defenders'} Side
 *
 * @typedef {object} RulesetName
 * @property {string} name
 * @property {number} side
 * @property {string} title
 *
 * @typedef {object} Ruleset what `rules` tells
 * @property {string} variant the name, or the rules string that chose it
 * @property {string} title
 * @property {string} source
 * @property {number} side the length of the board's side
 * @property {string} start
 * @property {string} otn a rules string, if there is one
 * @property {Set<string>} throne
 * @property {Set<string>} corners
 * @property {Set<string>} attackerForts
 * @property {Set<string>} defenderForts
 * @property {Set<string>} goals
 * @property {[string, string][]} told headings and sentences
 * @property {[string, string][]} alternates alternate rules, by name and value
 *
 * @typedef {object} Move
 * @property {string} name `d2e2`
 * @property {string} text `d2-e2xd3/e4`
 * @property {string} from
 * @property {string} to
 * @property {string[]} captures
 *
 * @typedef {object} Position what `state` tells
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
 * @property {string | null} fen none for the ruleset's own start
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
 * The command that sets up a position.
 * @param {string | null} fen
 * @param {string[]} moves
 */
export function positionCommand(fen, moves) {
  const start = fen === null ? 'startpos' : `fen ${fen}`;
  return `position ${start}` + (moves.length > 0 ? ` moves ${moves.join(' ')}` : '');
}

/**
 * The lines `Key: value` of an answer.
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
 * Reads what `state` tells.
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
 * The lines that put a ruleset in force.
 * @param {string} variant
 * @param {[string, string][]} alternates
 * @param {string[]} offered the alternate rules that there are
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

/** The best known games, which are recommended first. */
const WELL_KNOWN = [
  'brandubh-macwhite',
  'tablut',
  'copenhagen',
  'fetlar',
  'tawlbwrdd',
  'alea-evangelii',
];

export class Rules {
  /** @param {string} token */
  constructor(token) {
    this.lines = new Lines('rules', token);
    /** @type {RulesetName[]} */
    this.rulesets = [];
    /** @type {string[]} */
    this.alternates = [];
    this.program = '';
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

  /** The recommended rulesets, of those that there are. */
  get wellKnown() {
    return WELL_KNOWN.flatMap((name) => this.rulesets.find((known) => known.name === name) ?? []);
  }

  /**
   * The ruleset that has a name and plays like this one, if there is one. It changes the rules in force.
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
   * Puts a ruleset in force.
   * @param {string} variant a name or a rules string
   * @param {[string, string][]} [alternates]
   * @returns {Promise<Ruleset>}
   */
  async choose(variant, alternates = []) {
    const lines = await this.lines.ask(
      ...ruleCommands(variant, alternates, this.alternates),
      'rules',
    );
    refuse(lines);
    const { one, words, all } = fields(lines);
    return {
      variant,
      title: one('Title'),
      source: one('Source'),
      side: Number(one('Side')),
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
   * What a position is like after some moves.
   * @param {string | null} fen
   * @param {string[]} moves
   * @returns {Promise<Position>}
   */
  async look(fen, moves) {
    return this.#look(positionCommand(fen, moves));
  }

  /**
   * What a position in OpenTafl's notation is like.
   * @param {string} otn
   */
  async lookOtn(otn) {
    return this.#look(`position otn ${otn}`);
  }

  /**
   * All positions of a game, from the first on.
   * @param {string | null} fen
   * @param {string[]} moves
   * @returns {Promise<Position[]>}
   */
  async lookAlong(fen, moves) {
    const told = await this.#told(positionCommand(fen, moves), 'state line', 'line ');
    return told.map(readState);
  }

  /**
   * How the moves of a game are written.
   * @param {string | null} fen
   * @param {string[]} moves
   */
  async written(fen, moves) {
    const line = await this.lookAlong(fen, moves);
    return line.flatMap(({ last }) => (last ? [last.text] : []));
  }

  /** @param {string} command */
  async #look(command) {
    return readState(await this.#told(command, 'state', 'state '));
  }

  /**
   * What is told in JSON after a word.
   * @param {string} command
   * @param {string} question
   * @param {string} word
   */
  async #told(command, question, word) {
    const lines = await this.lines.ask(command, question);
    refuse(lines);
    const line = lines.find((text) => text.startsWith(word)) ?? `${word}null`;
    return JSON.parse(line.slice(word.length));
  }
}

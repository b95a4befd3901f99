/** Text of the records and of the saved games. */

import { namesOf } from './game/participants.js';
import { locale } from './languages/language.js';
import { say, words } from './languages/words.js';
import { recordTime } from './records/date.js';

const { records } = words;

/** @param {number} count */
const moveCount = (count) => say(words.moveCount, { count });

/**
 * A date as players read it; empty if its year is unknown.
 * @param {string} date in the format of records, with or without a time
 */
export function dateText(date) {
  const known = /^(\d{4})\.(\d\d)\.(\d\d)(?: (\d\d:\d\d(?::\d\d)?))?$/.exec(date);
  // Perhaps only the year is known, or the year and the month.
  if (!known) return date.startsWith('?') ? '' : date.replace(/\.\?\?.*/, '');
  const [, year, month, day, time] = known;
  const at = new Date(`${year}-${month}-${day}T${time ?? '00:00'}Z`);
  if (Number.isNaN(at.getTime())) return date;
  // A day without a time is the same day everywhere.
  return time
    ? at.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
    : at.toLocaleString(locale, { dateStyle: 'medium', timeZone: 'UTC' });
}

/** The player's name, with the rating if it is known. @param {string} name @param {number | null} rating */
const rated = (name, rating) => (rating === null ? name : `${name} (${rating})`);

/** @type {Readonly<Record<string, string>>} */
const results = records.results;

export const recordTexts = {
  ...records,
  /** @param {number} count */
  gamesFound: (count) => say(records.gamesFound, { count }),
  /** @param {string} title */
  readBy: (title) => say(records.readBy, { title }),
  /** @param {string} title @param {string} result @param {number} moves */
  foundGame: (title, result, moves) =>
    `${title} · ${results[result] ?? result} · ${moveCount(moves)}`,
  /** @param {number} number @param {string} text */
  noMove: (number, text) => say(records.noMove, { number, text }),
  /** @param {number} number @param {string} text @param {string} reason in English */
  impossible: (number, text, reason) => say(records.impossible, { number, text, reason }),
  /** @param {number} rows @param {number} width */
  notSquare: (rows, width) => say(records.notSquare, { rows, width }),
  /** @param {number} side */
  noSuchBoard: (side) => say(records.noSuchBoard, { side }),
  /** @param {number} megabytes */
  tooLong: (megabytes) => say(records.tooLong, { megabytes }),
  /** @param {number} done @param {number} all */
  filming: (done, all) => say(records.filming, { done, all }),
  /** @param {number} count */
  gamesLeftOut: (count) => say(records.gamesLeftOut, { count }),
  /**
   * How a saved game ended, as a key of `results`.
   * @param {Pick<import('./game/library.js').Entry, 'result' | 'running'>} entry
   * @returns {string}
   */
  endOf: ({ result, running }) => (result ? (result.winner ?? 'draw') : running ? 'running' : '*'),
  /**
   * The title of a saved game, its players and a line of details.
   * @param {import('./game/library.js').Entry} entry
   */
  savedGame(entry) {
    const { title, participants, moves, time, date: played = '' } = entry;
    const { attackers, defenders } = participants ? namesOf(participants) : entry;
    const players = [attackers, defenders].filter(Boolean);
    const end = recordTexts.endOf(entry);
    const date = dateText(played) || dateText(recordTime(time));
    const details = [results[end], moveCount(moves), date].filter(Boolean).join(' · ');
    return { title, players, details };
  },
  /**
   * The players of a game of the database and a line of details.
   * @param {import('./connection/games.js').GameLine} game
   * @param {string} [title] of its ruleset
   */
  storedGame({ attackers, defenders, ratings, result, plies, date, event }, title = '') {
    const players = [rated(attackers, ratings[0]), rated(defenders, ratings[1])];
    const known = event === '?' ? '' : event;
    // Narrow rows cut off the end, where the longest parts are.
    const details = [results[result] ?? result, dateText(date), moveCount(plies), title, known];
    return { players, details: details.filter(Boolean).join(' · ') };
  },
};

/** Text of the records and of the saved games. `texts.js` has the rest. */

import { recordTime } from './records/date.js';
import { counted, sidesWithin } from './texts.js';

/**
 * A date as players read it; empty if its year is unknown.
 * @param {string} date in the format of records, with or without a time
 */
function dateText(date) {
  const known = /^(\d{4})\.(\d\d)\.(\d\d)(?: (\d\d:\d\d(?::\d\d)?))?$/.exec(date);
  if (!known) return date.startsWith('?') ? '' : date;
  const [, year, month, day, time] = known;
  const at = new Date(`${year}-${month}-${day}T${time ?? '00:00'}Z`);
  if (Number.isNaN(at.getTime())) return date;
  // A day without a time is the same day everywhere.
  return time
    ? at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
    : at.toLocaleString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
}

export const recordTexts = {
  open: 'Open',
  openFile: 'Open a file…',
  paste: 'Or paste games, moves, a position or a rules string',
  /** @param {string} title */
  pasteHelp: (title) => `Moves and positions are read under the current rules: ${title}.`,
  pasteHint: '1. d2-e2 d3-b3 …, 3t3/3t3/… a, dim:7 …, or a whole record',
  read: 'Read',
  /** @param {number} count */
  gamesFound: (count) => `${counted(count, 'game', 'games')} found.`,
  /** @param {string} title */
  readBy: (title) => `Read under these rules: ${title}.`,
  /** @param {number} number @param {string} players @param {string} title @param {string} result @param {number} moves */
  foundGame(number, players, title, result, moves) {
    /** @type {Record<string, string>} */
    const words = { attackers: 'attackers won', defenders: 'defenders won', '*': 'unfinished' };
    return `${number}. ${players} · ${title} · ${words[result] ?? result} · ${counted(moves, 'move', 'moves')}`;
  },
  /** @param {number} side */
  noSuchBoard: (side) => `no game here is played on a board of ${side}×${side}`,
  /** @param {number} megabytes */
  tooLong: (megabytes) => `the text is longer than ${megabytes} MB`,
  save: 'Save',
  saveHelp:
    'Only records and OpenTafl files keep variations. Plain moves drop comments as well. A page to share opens in any browser.',
  saveAs: {
    record: 'Record',
    otg: 'OpenTafl file',
    moves: 'Moves',
    json: 'hnefatafl.org JSON',
    page: 'Page to share',
  },
  copy: 'Copy',
  copied: 'Copied.',
  fen: 'FEN',
  otn: 'OpenTafl notation',
  link: 'Link to this position (opens only where this board is open)',
  picture: 'Picture of the board',
  saveSvg: 'SVG',
  savePng: 'PNG',

  // Saved games.
  savedGames: 'Your games',
  noSavedGames: 'The last hundred games that you play or open are saved here, in this browser.',
  searchGames: 'Search by game, player or result',
  /** @param {number} count */
  gamesLeftOut: (count) => `${counted(count, 'game', 'games')} could not be saved`,
  nothingToRead: 'there is nothing to read',
  reading: 'Reading…',
  saveAllGames: 'Save these games to a file',
  deleteGame: 'Delete',
  /**
   * The title of a saved game and a line of details.
   * @param {import('./game/library.js').Entry} entry
   * @returns {[string, string]}
   */
  savedGame({ title, attackers, defenders, moves, result, running, time, date: played = '' }) {
    const players = [attackers, defenders].filter(Boolean).join(' – ');
    const end = result
      ? result.winner === null
        ? 'draw'
        : `${sidesWithin[result.winner]} won`
      : running
        ? 'in progress'
        : 'unfinished';
    const date = dateText(played) || dateText(recordTime(time));
    return [
      title,
      [players, end, counted(moves, 'move', 'moves'), date].filter(Boolean).join(' · '),
    ];
  },
};

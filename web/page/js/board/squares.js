/** Square names, and pieces by square. */

/** @typedef {import('./pieces.js').Kind} Kind */

/**
 * The name of a square.
 * @param {number} file from 0
 * @param {number} rank from 0
 */
export function nameOf(file, rank) {
  return String.fromCharCode(97 + file) + (rank + 1);
}

/**
 * The file and the rank of a square, from 0.
 * @param {string} name
 */
export function placeOf(name) {
  return { file: name.charCodeAt(0) - 97, rank: Number(name.slice(1)) - 1 };
}

/**
 * The pieces of a FEN by square.
 * @param {string} fen
 * @returns {Map<string, Kind>}
 */
export function piecesOf(fen) {
  const pieces = new Map();
  const rows = fen.split(' ')[0].split('/');
  rows.forEach((row, index) => {
    let file = 0;
    for (const [part] of row.matchAll(/\d+|[tTK]/g)) {
      if (/\d/.test(part)) {
        file += Number(part);
      } else {
        pieces.set(nameOf(file, rows.length - 1 - index), part);
        file += 1;
      }
    }
  });
  return pieces;
}

/**
 * The FEN of a board.
 * @param {Map<string, Kind>} pieces
 * @param {number} side the length of the board's side
 * @param {'a' | 'd'} toMove
 */
export function fenOf(pieces, side, toMove) {
  const rows = [];
  for (let rank = side - 1; rank >= 0; rank -= 1) {
    let row = '';
    let empty = 0;
    for (let file = 0; file < side; file += 1) {
      const kind = pieces.get(nameOf(file, rank));
      if (kind) {
        row += (empty > 0 ? empty : '') + kind;
        empty = 0;
      } else {
        empty += 1;
      }
    }
    rows.push(row + (empty > 0 ? empty : ''));
  }
  return `${rows.join('/')} ${toMove}`;
}

/** Exports pictures of the board. */

/** @typedef {import('../board/board.js').Board} Board */

/** The width of a picture in pixels. */
const WIDTH = 1200;

/**
 * The board as a stand-alone SVG file.
 * @param {Board} board
 */
export function svgOf(board) {
  const copy = /** @type {SVGSVGElement} */ (board.root.cloneNode(true));
  copy.querySelector('[role=grid]')?.remove();
  for (const element of copy.querySelectorAll('[style]')) element.removeAttribute('style');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(WIDTH));
  copy.setAttribute('height', String(WIDTH));
  return new XMLSerializer().serializeToString(copy);
}

/**
 * The board as a PNG file.
 * @param {Board} board
 * @returns {Promise<Blob>}
 */
export async function pngOf(board) {
  const address = URL.createObjectURL(new Blob([svgOf(board)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH;
    canvas.height = WIDTH;
    canvas.getContext('2d')?.drawImage(image, 0, 0, WIDTH, WIDTH);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('PNG'))), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * Offers a file for download.
 * @param {string} name
 * @param {Blob} blob
 */
export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

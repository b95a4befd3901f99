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
 * The board drawn in pixels.
 * @param {Board} board
 * @param {number} width
 */
async function drawn(board, width) {
  const address = URL.createObjectURL(new Blob([svgOf(board)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = width;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(image, 0, 0, width, width);
    return { canvas, context };
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * The board as a PNG file.
 * @param {Board} board
 * @returns {Promise<Blob>}
 */
export async function pngOf(board) {
  const { canvas } = await drawn(board, WIDTH);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('PNG'))), 'image/png');
  });
}

/**
 * The pixels of the board, on a square of this width.
 * @param {Board} board
 * @param {number} width
 */
export async function pixelsOf(board, width) {
  const { context } = await drawn(board, width);
  if (!context) throw new Error('canvas');
  return context.getImageData(0, 0, width, width);
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

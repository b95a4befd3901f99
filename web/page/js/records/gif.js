/**
 * Animated pictures in the GIF format (“Graphics Interchange Format, version 89a”, CompuServe, 1990), with one
 * palette for all frames.
 */

/** The most colours of a palette. */
const COLOURS = 256;

/** The longest code of the compression, in bits. */
const MAX_BITS = 12;

/** The longest block of data, in bytes. */
const BLOCK = 255;

/** A pixel's colour without its opacity, as one number. @param {Uint8ClampedArray} data @param {number} at */
const colourAt = (data, at) => (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];

/**
 * The most frequent colours of some frames. The colours of a board are few; the others smooth its edges.
 * @param {ImageData[]} frames
 */
export function paletteOf(frames) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { data } of frames) {
    for (let at = 0; at < data.length; at += 4) {
      const colour = colourAt(data, at);
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.slice(0, COLOURS).map(([colour]) => colour);
}

/** @param {number} a @param {number} b */
function distance(a, b) {
  const part = (/** @type {number} */ shift) => ((a >> shift) & 255) - ((b >> shift) & 255);
  return part(16) ** 2 + part(8) ** 2 + part(0) ** 2;
}

/**
 * A function that finds the place of the nearest colour in a palette.
 * @param {number[]} palette
 */
function nearestIn(palette) {
  /** @type {Map<number, number>} */
  const known = new Map(palette.map((colour, place) => [colour, place]));
  return (/** @type {number} */ colour) => {
    let found = known.get(colour);
    if (found === undefined) {
      const distances = palette.map((other) => distance(colour, other));
      found = distances.indexOf(Math.min(...distances));
      known.set(colour, found);
    }
    return found;
  };
}

/** Bytes that grow. */
class Bytes {
  constructor() {
    this.data = new Uint8Array(1 << 16);
    this.length = 0;
  }

  /** @param {...number} bytes */
  add(...bytes) {
    if (this.length + bytes.length > this.data.length) {
      const larger = new Uint8Array(2 * this.data.length);
      larger.set(this.data);
      this.data = larger;
    }
    for (const byte of bytes) this.data[this.length++] = byte;
  }

  /** Adds numbers of 16 bits. @param {...number} numbers */
  words(...numbers) {
    for (const number of numbers) this.add(number & 255, number >> 8);
  }

  /** @param {string} text */
  text(text) {
    for (const letter of text) this.add(letter.charCodeAt(0));
  }
}

/**
 * Compresses places in a palette by LZW with codes of growing length, in blocks.
 * @param {Uint8Array} pixels
 * @param {Bytes} out
 */
function compress(pixels, out) {
  const [clear, end] = [COLOURS, COLOURS + 1];
  /** @type {number[]} */
  let block = [];
  let [buffer, filled, bits] = [0, 0, 9];
  const flush = () => {
    out.add(block.length, ...block);
    block = [];
  };
  const write = (/** @type {number} */ code) => {
    buffer |= code << filled;
    for (filled += bits; filled >= 8; filled -= 8, buffer >>>= 8) {
      block.push(buffer & 255);
      if (block.length === BLOCK) flush();
    }
  };
  /** The code of a sequence, by the code of all but its last pixel and that pixel. @type {Map<number, number>} */
  let codes = new Map();
  let next = end + 1;
  write(clear);
  let code = pixels[0];
  for (const pixel of pixels.subarray(1)) {
    const key = (code << 8) | pixel;
    const longer = codes.get(key);
    if (longer !== undefined) {
      code = longer;
      continue;
    }
    write(code);
    code = pixel;
    if (next < 1 << MAX_BITS) {
      // The reader adds each code one step later.
      if (next === 1 << bits) bits += 1;
      codes.set(key, next++);
    } else {
      write(clear);
      [codes, next, bits] = [new Map(), end + 1, 9];
    }
  }
  write(code);
  write(end);
  if (filled > 0) block.push(buffer & 255);
  if (block.length > 0) flush();
  out.add(0);
}

/**
 * The smallest rectangle with all pixels in which two frames differ.
 * @param {Uint8Array} before
 * @param {Uint8Array} after
 * @param {number} width
 */
function changed(before, after, width) {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let at = 0; at < after.length; at += 1) {
    if (before[at] === after[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    if (top < 0) top = y;
    bottom = y;
  }
  if (right < 0) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

export class Gif {
  /**
   * @param {number} width
   * @param {number} height
   * @param {number[]} palette
   */
  constructor(width, height, palette) {
    this.width = width;
    this.nearest = nearestIn(palette);
    /** The pixels of the last frame. @type {Uint8Array | null} */
    this.last = null;
    this.out = new Bytes();
    this.out.text('GIF89a');
    this.out.words(width, height);
    // A palette of 256 colours.
    this.out.add(0xf7, 0, 0);
    for (let place = 0; place < COLOURS; place += 1) {
      const colour = palette[place] ?? 0;
      this.out.add((colour >> 16) & 255, (colour >> 8) & 255, colour & 255);
    }
    // It plays for ever.
    this.out.add(0x21, 0xff, 11);
    this.out.text('NETSCAPE2.0');
    this.out.add(3, 1, 0, 0, 0);
  }

  /**
   * Adds a frame. Only what has changed is written.
   * @param {ImageData} frame
   * @param {number} delay how long it is shown, in hundredths of a second
   */
  add({ data }, delay) {
    const pixels = new Uint8Array(data.length / 4);
    for (let at = 0; at < pixels.length; at += 1) {
      pixels[at] = this.nearest(colourAt(data, 4 * at));
    }
    const height = pixels.length / this.width;
    const box = this.last
      ? changed(this.last, pixels, this.width)
      : { x: 0, y: 0, width: this.width, height };
    const part = new Uint8Array(box.width * box.height);
    for (let row = 0; row < box.height; row += 1) {
      const from = (box.y + row) * this.width + box.x;
      part.set(pixels.subarray(from, from + box.width), row * box.width);
    }
    const { out } = this;
    // The frame stays under the next one.
    out.add(0x21, 0xf9, 4, 0x04);
    out.words(delay);
    out.add(0, 0, 0x2c);
    out.words(box.x, box.y, box.width, box.height);
    out.add(0, 8);
    compress(part, out);
    this.last = pixels;
  }

  /** The file. */
  end() {
    this.out.add(0x3b);
    return new Blob([this.out.data.slice(0, this.out.length)], { type: 'image/gif' });
  }
}

import { createHash } from 'node:crypto';
import type { Position } from '../../lib/geo.js';

const width = 640;
const height = 480;
/** Side of a square of the pattern, and of a dot of the letters, in pixels. */
const square = 40;
const dot = 11;

/** The letters of the word; each number is a row of five dots. */
const letters: Record<string, readonly number[]> = {
  S: [15, 16, 16, 14, 1, 1, 30],
  A: [14, 17, 17, 31, 17, 17, 17],
  N: [17, 25, 21, 19, 17, 17, 17],
  D: [30, 17, 17, 17, 17, 17, 30],
  B: [30, 17, 17, 30, 17, 17, 30],
  O: [14, 17, 17, 17, 17, 17, 14],
  X: [17, 17, 10, 4, 10, 17, 17],
};
const word = 'SANDBOX';
/** Width of a letter with the space after it, and its height, in dots. */
const letterDots = 6;
const letterRows = 7;
const wordTop = Math.round((height - letterRows * dot) / 2);
const wordLeft = Math.round((width - word.length * letterDots * dot) / 2);
const pixelBytes = 3;
const lineBytes = width * pixelBytes;

/** Fills the pattern: squares in colours derived from the seed. */
function drawSquares(pixels: Buffer, seed: string): void {
  const columns = width / square;
  const outputLength = columns * (height / square) * pixelBytes;
  const bytes = createHash('shake256', { outputLength }).update(seed).digest();
  // Darker than the word.
  const colours = bytes.map((byte) => 40 + (byte >> 1));
  for (let index = 0; index * pixelBytes < outputLength; index++) {
    const colour = colours.subarray(index * pixelBytes, (index + 1) * pixelBytes);
    const start = Math.floor(index / columns) * square * lineBytes;
    const left = start + (index % columns) * square * pixelBytes;
    pixels.fill(colour, left, left + square * pixelBytes);
  }
  for (let y = 0; y < height; y++) {
    const first = (y - (y % square)) * lineBytes;
    if (y % square > 0) pixels.copyWithin(y * lineBytes, first, first + lineBytes);
  }
}

function drawDot(pixels: Buffer, row: number, column: number): void {
  const left = (wordLeft + column * dot) * pixelBytes;
  for (let y = wordTop + row * dot; y < wordTop + (row + 1) * dot; y++) {
    pixels.fill(255, y * lineBytes + left, y * lineBytes + left + dot * pixelBytes);
  }
}

/** Draws squares in colours derived from the seed, and the word in white over them. */
function draw(seed: string): Buffer {
  const pixels = Buffer.alloc(height * lineBytes);
  drawSquares(pixels, seed);
  for (const [index, letter] of [...word].entries()) {
    for (const [row, dots] of (letters[letter] ?? []).entries()) {
      for (let bit = 0; bit < 5; bit++) {
        if ((dots >> (4 - bit)) & 1) drawDot(pixels, row, index * letterDots + bit);
      }
    }
  }
  return pixels;
}

/** Formats degrees for EXIF: degrees, minutes and ten-thousandths of seconds. */
function sexagesimal(degrees: number): string {
  const total = Math.round(Math.abs(degrees) * 36_000_000);
  const [whole, rest] = [Math.floor(total / 36_000_000), total % 36_000_000];
  return `${whole}/1 ${Math.floor(rest / 600_000)}/1 ${rest % 600_000}/10000`;
}

/**
 * Draws a JPEG that cannot be mistaken for a photo: a pattern specific to the seed, the word SANDBOX, and EXIF data
 * with time and position.
 */
export async function drawPicture(
  seed: string,
  { takenAt, latitude, longitude }: Position & { takenAt: Date },
): Promise<Buffer> {
  // Only the sandbox draws; loaded on demand.
  const { default: sharp } = await import('sharp');
  const [date, time] = takenAt.toISOString().slice(0, 19).split('T') as [string, string];
  const day = date.replaceAll('-', ':');
  const [hours, minutes, seconds] = time.split(':').map(Number);
  return sharp(draw(seed), { raw: { width, height, channels: 3 } })
    .withExif({
      IFD0: { Software: 'SANDBOX' },
      IFD2: { DateTimeOriginal: `${day} ${time}`, OffsetTimeOriginal: '+00:00' },
      IFD3: {
        GPSLatitudeRef: latitude < 0 ? 'S' : 'N',
        GPSLatitude: sexagesimal(latitude),
        GPSLongitudeRef: longitude < 0 ? 'W' : 'E',
        GPSLongitude: sexagesimal(longitude),
        GPSTimeStamp: `${hours}/1 ${minutes}/1 ${seconds}/1`,
        GPSDateStamp: day,
      },
    })
    .jpeg({ quality: 80 })
    .toBuffer();
}

import { hash } from 'node:crypto';
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
const letterDots = 6;
const rows = 7;

/** Returns whether the point is on a letter of the word in the middle of the picture. */
function isInk(x: number, y: number): boolean {
  const column = Math.floor((x - (width - word.length * letterDots * dot) / 2) / dot);
  const row = Math.floor((y - (height - rows * dot) / 2) / dot);
  if (row < 0 || row >= rows || column < 0 || column >= word.length * letterDots) return false;
  const bit = column % letterDots;
  const letter = letters[word[Math.floor(column / letterDots)] ?? ''];
  return bit < 5 && (((letter?.[row] ?? 0) >> (4 - bit)) & 1) === 1;
}

/** Draws squares in colours derived from the seed, and the word over them. */
function draw(seed: string): Buffer {
  const columns = width / square;
  const colours = Array.from({ length: columns * (height / square) }, (_, index) =>
    hash('sha256', `${seed} ${index}`, 'buffer'),
  );
  const pixels = Buffer.alloc(width * height * 3, 255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (isInk(x, y)) continue;
      const colour = colours[Math.floor(y / square) * columns + Math.floor(x / square)];
      for (let part = 0; part < 3; part++) {
        pixels[(y * width + x) * 3 + part] = 40 + ((colour?.[part] ?? 0) >> 1);
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

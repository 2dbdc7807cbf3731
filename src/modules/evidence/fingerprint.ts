/**
 * Fingerprints that recognise a picture after it was encoded again, scaled, brightened, slightly cropped or given a
 * border.
 *
 * A view is a part of the picture, as 64 bits of its lowest frequencies (DCT, each coefficient above the median of all)
 * and 256 bits of its blocks (16 × 16, each brighter than the mean). Two views of one picture differ in few bits if
 * their edges are within 1 or 2 % of each other. So two views of each picture are stored: the whole, and the part that
 * remains after a crop of 3 % on each side. This inner view is contained in every picture that was cropped from it by
 * less; its position depends on which sides were cropped, so a part at each of these positions is searched for.
 */

/** Side in pixels of the grey square to which a picture is scaled first. */
export const rasterSide = 256;
const side = rasterSide;

export const hashBits = 64;
export const blockBits = 256;
const hashBytes = hashBits / 8;
/** Size of one view in bytes: its hash, then its blocks. */
export const viewBytes = hashBytes + blockBits / 8;

export interface Fingerprint {
  /** Views to store, of `viewBytes` bytes each. */
  kept: Uint8Array;
  /** Views to search for: the whole picture, and the picture without its border. */
  sought: Uint8Array;
  /** Parts to search for, each equal to the inner view if the picture was cropped at certain sides. */
  parts: Uint8Array;
}

/** Edges in pixels of the raster, from its left and top. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Fractions of the box by which its edges are moved outwards (inwards below 0): left, top, right, bottom. */
type Margins = readonly [number, number, number, number];

const around = (fraction: number): Margins => [fraction, fraction, fraction, fraction];
/** Fraction that the largest crop removes from a side. */
const cut = 0.03;
const keptMargins: readonly Margins[] = [around(0), around(-cut)];
const soughtMargins: readonly Margins[] = [around(0)];

type Ends = readonly [boolean, boolean];

/**
 * Returns the distance of the inner view from both edges of a picture that was cropped at them, as a fraction of what
 * remains.
 */
function innerEdges([start, end]: Ends): [number, number] {
  if (start && end) return [0, 0];
  if (!start && !end) return [-cut, -cut];
  const far = -cut / (1 - cut);
  return start ? [0, far] : [far, 0];
}

function innerMargins(across: Ends, down: Ends): Margins {
  const [left, right] = innerEdges(across);
  const [top, bottom] = innerEdges(down);
  return [left, top, right, bottom];
}

const no: Ends = [false, false];
const first: Ends = [true, false];
const last: Ends = [false, true];
const both: Ends = [true, true];
/**
 * Cropped at one side or at two, and by half at all sides; cropped by the maximum at all sides, the inner view is the
 * picture itself.
 */
const partMargins: readonly Margins[] = [
  ...[first, last, both].flatMap((ends) => [innerMargins(ends, no), innerMargins(no, ends)]),
  ...[first, last].flatMap((across) => [first, last].map((down) => innerMargins(across, down))),
  around(-cut / 2),
];

/**
 * Brightening a picture removes the detail above this level. If that is more than a small part of it, a view without it
 * is also stored.
 */
const brightest = 232;
const brightPart = 0.01;

/** A row or column whose grey levels differ by at most this belongs to a border of one colour. */
const borderLevels = 12;
/** Maximum part of a side that counts as a border. */
const borderPart = 0.25;
/** Minimum variation in grey levels of a picture; the bits of a plainer one are noise. */
const detailMin = 8;
/** A block counts as brighter than the mean only if it exceeds it by this: plain areas stay equal. */
const blockMargin = 1.5;

/** Number of points per side for the DCT, and number of frequencies per direction. */
const points = 32;
const frequencies = 12;
/** The lowest frequencies except the mean, as pairs of horizontal and vertical ones. */
const lowest = Array.from({ length: frequencies }, (_, sum) =>
  Array.from({ length: sum + 1 }, (_, u) => [u, sum - u] as const),
)
  .flat()
  .slice(1, hashBits + 1);
const cosines = Array.from({ length: frequencies }, (_, u) =>
  Float64Array.from(
    { length: points },
    (_, x) =>
      (Math.cos(((2 * x + 1) * u * Math.PI) / (2 * points)) * (u > 0 ? Math.SQRT2 : 1)) / points,
  ),
);

/** Returns the sums of all pixels to the left of and above each position of the raster. */
function sumTable(raster: Uint8Array): Float64Array {
  const width = side + 1;
  const sums = new Float64Array(width * width);
  for (let y = 0; y < side; y++) {
    let row = 0;
    for (let x = 0; x < side; x++) {
      row += raster[y * side + x]!;
      sums[(y + 1) * width + x + 1] = sums[y * width + x + 1]! + row;
    }
  }
  return sums;
}

/** Returns the sum at a position between pixels. */
function sumAt(sums: Float64Array, x: number, y: number): number {
  const column = Math.min(side - 1, Math.floor(x));
  const row = Math.min(side - 1, Math.floor(y));
  const [right, down] = [x - column, y - row];
  const at = row * (side + 1) + column;
  const above = sums[at]! * (1 - right) + sums[at + 1]! * right;
  const below = sums[at + side + 1]! * (1 - right) + sums[at + side + 2]! * right;
  return above * (1 - down) + below * down;
}

/** Returns the mean grey of each of `count` × `count` cells of a box. */
function cells(sums: Float64Array, { left, top, right, bottom }: Box, count: number): Float64Array {
  const [width, height] = [(right - left) / count, (bottom - top) / count];
  const lineAt = (j: number) =>
    Float64Array.from({ length: count + 1 }, (_, i) =>
      sumAt(sums, left + i * width, top + j * height),
    );
  const means = new Float64Array(count * count);
  let above = lineAt(0);
  for (let j = 0; j < count; j++) {
    const below = lineAt(j + 1);
    for (let i = 0; i < count; i++) {
      const sum = below[i + 1]! - below[i]! - above[i + 1]! + above[i]!;
      means[j * count + i] = sum / (width * height);
    }
    above = below;
  }
  return means;
}

/** Returns the coefficients of the lowest frequencies. */
function transform(means: Float64Array): Float64Array {
  const rows = cosines.map((wave) =>
    Float64Array.from({ length: points }, (_, y) => {
      let sum = 0;
      for (let x = 0; x < points; x++) sum += means[y * points + x]! * wave[x]!;
      return sum;
    }),
  );
  return Float64Array.from(lowest, ([u, v]) => {
    let sum = 0;
    for (let y = 0; y < points; y++) sum += rows[u]![y]! * cosines[v]![y]!;
    return sum;
  });
}

function writeBits(into: Uint8Array, values: Float64Array, above: number): void {
  for (const [i, value] of values.entries()) if (value > above) into[i >> 3]! |= 1 << (i & 7);
}

function median(values: Float64Array): number {
  const sorted = values.slice().sort();
  return (sorted[sorted.length / 2 - 1]! + sorted[sorted.length / 2]!) / 2;
}

const mean = (values: Float64Array) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function viewOf(sums: Float64Array, box: Box): Uint8Array {
  const view = new Uint8Array(viewBytes);
  const coefficients = transform(cells(sums, box, points));
  writeBits(view.subarray(0, hashBytes), coefficients, median(coefficients));
  const blocks = cells(sums, box, Math.sqrt(blockBits));
  writeBits(view.subarray(hashBytes), blocks, mean(blocks) + blockMargin);
  return view;
}

function moved({ left, top, right, bottom }: Box, margins: Margins): Box {
  const [width, height] = [right - left, bottom - top];
  return {
    left: left - width * margins[0],
    top: top - height * margins[1],
    right: right + width * margins[2],
    bottom: bottom + height * margins[3],
  };
}

/** Returns the box without a border of one colour on any of its sides. */
function withoutBorder(raster: Uint8Array): Box {
  const most = Math.floor(side * borderPart);
  const isPlain = (length: number, pixel: (i: number) => number) => {
    let [least, greatest] = [255, 0];
    for (let i = 0; i < length; i++) {
      least = Math.min(least, pixel(i));
      greatest = Math.max(greatest, pixel(i));
    }
    return greatest - least <= borderLevels;
  };
  /** Returns the number of plain lines from an edge, plus the line that border and picture share. */
  const depth = (isPlainAt: (n: number) => boolean) => {
    let lines = 0;
    while (lines < most && isPlainAt(lines)) lines += 1;
    return lines > 0 ? lines + 1 : 0;
  };
  const row = (y: number) => isPlain(side, (x) => raster[y * side + x]!);
  const top = depth(row);
  const bottom = side - depth((n) => row(side - 1 - n));
  const column = (x: number) => isPlain(bottom - top, (y) => raster[(top + y) * side + x]!);
  return {
    left: depth(column),
    top,
    right: side - depth((n) => column(side - 1 - n)),
    bottom,
  };
}

/**
 * Returns the fingerprint of a picture.
 *
 * @param raster its grey levels, scaled to `rasterSide` in both directions, upright
 * @returns null if the picture has too little detail to be recognised
 */
export function fingerprintOf(raster: Uint8Array): Fingerprint | null {
  const whole: Box = { left: 0, top: 0, right: side, bottom: side };
  const sums = sumTable(raster);
  const coefficients = transform(cells(sums, whole, points));
  if (Math.hypot(...coefficients) < detailMin) return null;
  const inner = withoutBorder(raster);
  const hasBorder = inner.right - inner.left < side || inner.bottom - inner.top < side;
  const boxes = hasBorder ? [whole, inner] : [whole];
  const views = (margins: readonly Margins[]) =>
    Buffer.concat(boxes.flatMap((box) => margins.map((one) => viewOf(sums, moved(box, one)))));
  const kept: Uint8Array[] = [views(keptMargins)];
  const bright = raster.reduce((count, level) => count + (level > brightest ? 1 : 0), 0);
  if (bright > brightPart * raster.length) {
    const dimmed = raster.map((level) => Math.min(level, brightest));
    kept.push(viewOf(sumTable(dimmed), whole));
  }
  const [sought, parts] = [views(soughtMargins), views(partMargins)];
  return { kept: Buffer.concat(kept), sought, parts };
}

/** Returns the upright raster of a picture that is stored rotated or mirrored, by its EXIF orientation. */
export function upright(raster: Uint8Array, orientation: number | undefined): Uint8Array {
  if (orientation === undefined || orientation < 2 || orientation > 8) return raster;
  const last = side - 1;
  const out = new Uint8Array(raster.length);
  const source: (x: number, y: number) => [number, number] = (x, y) => {
    // From 5 on, rows and columns are swapped.
    const [a, b] = orientation >= 5 ? [y, x] : [x, y];
    const mirrorsX = [2, 3, 7, 8].includes(orientation);
    const mirrorsY = [3, 4, 6, 7].includes(orientation);
    return [mirrorsX ? last - a : a, mirrorsY ? last - b : b];
  };
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [fromX, fromY] = source(x, y);
      out[y * side + x] = raster[fromY * side + fromX]!;
    }
  }
  return out;
}

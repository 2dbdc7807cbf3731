/** The part of fontkit's font subset that is used here. */
export interface FontSubset {
  font: { getGlyph(id: number): Glyph };
  glyf: Uint8Array[];
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
  _addGlyph(id: number): number;
}

interface Glyph {
  advanceWidth: number;
  path: { commands: { command: string; args: number[] }[]; bbox: { minX: number } };
}

interface Point {
  x: number;
  y: number;
  onCurve: boolean;
}

/**
 * Embeds computed outlines. fontkit's subset copies the glyphs of a variable font in the default weight of the file.
 */
export function embedOutlines(subset: FontSubset): void {
  subset._addGlyph = (id) => {
    const glyph = subset.font.getGlyph(id);
    const outline = encodeOutline(glyph);
    subset.glyf.push(outline);
    subset.loca.offsets.push(subset.offset);
    const bearing = outline.length > 0 ? Math.round(glyph.path.bbox.minX) : 0;
    subset.hmtx.metrics.push({ advance: Math.round(glyph.advanceWidth), bearing });
    subset.offset += outline.length;
    return subset.glyf.length - 1;
  };
}

/** Encodes a simple glyph description (OpenType 1.9, glyf), without the flags that would compress it. */
function encodeOutline({ path }: Glyph): Uint8Array {
  const contours = contoursOf(path.commands);
  const points = contours.flat();
  if (points.length === 0) return new Uint8Array(0);
  const length = 10 + contours.length * 2 + 2 + points.length * 5;
  const bytes = Buffer.alloc(Math.ceil(length / 4) * 4);
  let at = 0;
  const write = (value: number) => {
    at = bytes.writeInt16BE(value, at);
  };
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  write(contours.length);
  write(Math.min(...xs));
  write(Math.min(...ys));
  write(Math.max(...xs));
  write(Math.max(...ys));
  let last = -1;
  for (const contour of contours) {
    last += contour.length;
    write(last);
  }
  write(0); // no instructions
  for (const { onCurve } of points) at = bytes.writeUInt8(onCurve ? 1 : 0, at);
  for (const values of [xs, ys]) {
    for (const [index, value] of values.entries()) write(value - (values[index - 1] ?? 0));
  }
  return new Uint8Array(bytes);
}

function contoursOf(commands: Glyph['path']['commands']): Point[][] {
  const contours: Point[][] = [];
  for (const { command, args } of commands) {
    if (command === 'moveTo') contours.push([]);
    const [a = 0, b = 0, c = 0, d = 0] = args.map(Math.round);
    const contour = contours.at(-1);
    if (command === 'moveTo' || command === 'lineTo') contour?.push({ x: a, y: b, onCurve: true });
    if (command !== 'quadraticCurveTo') continue;
    contour?.push({ x: a, y: b, onCurve: false }, { x: c, y: d, onCurve: true });
  }
  for (const contour of contours) {
    const [first, last] = [contour[0], contour.at(-1)];
    const closes = first && last?.onCurve && last.x === first.x && last.y === first.y;
    if (closes && contour.length > 1) contour.pop();
  }
  return contours.filter((contour) => contour.length > 0);
}

/** The side on which a hash of an audit path is joined. */
type Side = 'left' | 'right';

/**
 * Returns the sides of the hashes of an audit path (RFC 9162, section 2.1.3.2), from the leaf up; null if a leaf at
 * `index` in a tree of `size` leaves has no path of that length. Uses no crypto, so that it also runs in browsers.
 */
export function auditSides(index: number, size: number, length: number): Side[] | null {
  if (!(index >= 0 && index < size)) return null;
  let [place, last] = [index, size - 1];
  const sides: Side[] = [];
  const up = () => {
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  };
  for (let at = 0; at < length; at++) {
    if (last === 0) return null;
    const isRight = place % 2 === 1 || place === last;
    sides.push(isRight ? 'left' : 'right');
    while (isRight && place % 2 === 0 && place !== 0) up();
    up();
  }
  return last === 0 ? sides : null;
}

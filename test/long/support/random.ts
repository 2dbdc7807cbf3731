/** Creates a random number generator that is deterministic for a seed (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (max: number) => Math.floor(next() * max);
  return {
    /** Returns an integer from 0 to below `max`. */
    int,
    chance: (probability: number) => next() < probability,
    pick: <T>(list: readonly T[]): T => list[int(list.length)] as T,
  };
}
export type Random = ReturnType<typeof randomFrom>;

const alphabets = [
  'abcdefghijklmnopqrstuvwxyz0123456789-_',
  'äß€中文🙂👩‍👩‍👧é',
  '\u0000\u0001\u001f\u007f\u200b\u202e\ufeff\ud800\udfff',
  '\'"`<>&;%\\/{}[]$.(),:#?= \n\r\t',
];

/** Returns a text of about this length, usually plain. */
export function randomText(random: Random, length = random.int(40)): string {
  const alphabet = [...(random.chance(0.6) ? alphabets[0]! : random.pick(alphabets))];
  return Array.from({ length }, () => random.pick(alphabet)).join('');
}

const oddNumbers = [0, -0, 1, -1, 0.5, 1e21, -1e308, 2 ** 31, 2 ** 53, -(2 ** 53), 1e-320];

/** Returns any JSON value of limited depth. */
export function randomJson(random: Random, depth = 3): unknown {
  switch (random.int(depth > 0 ? 8 : 5)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick(oddNumbers);
    case 3:
    case 4:
      return randomText(random);
    case 5:
      return Array.from({ length: random.int(4) }, () => randomJson(random, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.int(4) }, () => [
          random.chance(0.1) ? '__proto__' : randomText(random, 5),
          randomJson(random, depth - 1),
        ]),
      );
  }
}

const slots = 4096;

const epoch = { time: 0, text: new Date(0).toISOString() };

/** The last moment of each slot, told by the low bits of its milliseconds. */
const kept = Array.from({ length: slots }, () => epoch);

/**
 * A date in RFC 3339, UTC, with milliseconds. The moments of documents in use are asked for again
 * and again, and making a text costs many times its look-up. The key is the moment, not the date
 * object, which may change.
 */
export const momentText = (date: Date): string => {
  const time = date.getTime();
  const slot = time & (slots - 1);
  const last = kept[slot];
  if (last?.time === time) return last.text;
  const text = date.toISOString();
  kept[slot] = { time, text };
  return text;
};

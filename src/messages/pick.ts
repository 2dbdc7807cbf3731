import type { Texts } from './create-translator.js';

/** Returns some of the messages, which a page sends along for its script. */
export const pick = <Key extends string>(
  texts: Readonly<Record<Key, string>>,
  keys: readonly Key[],
): Texts => Object.fromEntries(keys.map((key) => [key, texts[key]]));

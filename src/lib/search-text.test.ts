import { expect, it } from 'vitest';
import { wordsIn } from './search-text.js';

it.each([
  ['Is the Café open?', ['is', 'the', 'cafe', 'open']],
  ['Hauptstraße 12a, 10178 BERLIN', ['hauptstrasse', '12a', '10178', 'berlin']],
  ['Žižkov žižkov', ['zizkov']],
  ['ΟΔΟΣ Πατησίων', ['οδοσ', 'πατησιων']],
  ['İstanbul ﬁsh', ['istanbul', 'fish']],
  ['東京駅', ['東京駅']],
  ['?! – …', []],
  ['x'.repeat(40), ['x'.repeat(32)]],
  ['𝔘'.repeat(40), ['u'.repeat(32)]],
])('reads the words of %s', (text, expected) => {
  expect(wordsIn(text)).toEqual(expected);
});

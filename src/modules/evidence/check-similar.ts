import { alikeBits, type Distance } from './alike.js';
import type { Check } from './evidence.js';
import { blockBits, hashBits } from './fingerprint.js';
import { newCheck } from './new-check.js';

/** The distance to the picture of another job that is most like it, or why there is none. */
export type Similarity = Distance | 'none' | 'no_picture' | 'too_plain';

const threshold = `warn ≤ ${alikeBits.hash} of ${hashBits} and ≤ ${alikeBits.blocks} of ${blockBits} bits different`;

/** Items of the same job are not compared. The message says that another job has one alike, never which one. */
export function similarCheck(similar: Similarity): Check {
  switch (similar) {
    case 'no_picture':
      return newCheck(
        'similar',
        'not_run',
        null,
        threshold,
        'The file was not decoded as a picture.',
      );
    case 'too_plain': {
      const message = 'The picture has too little detail to be compared with others.';
      return newCheck('similar', 'not_run', null, threshold, message);
    }
    case 'none': {
      const message = 'No picture like it was submitted for another job.';
      return newCheck('similar', 'pass', 'none alike', threshold, message);
    }
    default: {
      const measured = `${similar.hash} of ${hashBits}, ${similar.blocks} of ${blockBits} bits different`;
      const message = `The picture differs from one that was submitted for another job in ${measured.replace(' different', '')}; more than ${alikeBits.hash} or ${alikeBits.blocks} were expected. Photos of one place can look alike: an operator compares them. Take the photo from another angle, with its surroundings.`;
      return newCheck('similar', 'warn', measured, threshold, message);
    }
  }
}

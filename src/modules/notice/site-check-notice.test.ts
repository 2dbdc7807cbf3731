import { expect, it } from 'vitest';
import { reasonParagraphs } from './site-check-notice.js';
import { createWriter } from './writer.js';

it.each([
  ['en', 'The street is closed', 'Reason: The street is closed.'],
  ['en', 'Why not?', 'Reason: Why not?'],
  ['ja', '店が閉まっている', '理由：店が閉まっている。'],
] as const)(
  'ends a reason with the full stop of the language %s',
  (language, reason, paragraph) => {
    expect(reasonParagraphs(createWriter(language, undefined), reason)).toEqual([paragraph]);
  },
);

import { describe, expect, it } from 'vitest';
import { languages } from '../../src/messages/language.js';
import { checkMessage, checkValue } from '../../src/modules/report/check-text.js';
import { changesFor, limitationsFor } from '../../src/modules/report/reader-text.js';
import { english, wordingIn } from '../../src/modules/report/reader-wording.js';
import { deriveSummary } from '../../src/modules/report/report-summary.js';
import { checksSummary, reportVerdicts } from '../../src/modules/report/verdict.js';
import { sampleItem, sampleJob, sampleModel } from './support/sample.js';

const first = await sampleModel(sampleJob());
const { content } = await sampleModel(
  sampleJob({
    status: 'disputed',
    evidence: [
      ...[1, 2, 3].map((number) => sampleItem(number, { source: 'self_service' })),
      sampleItem(4, { validationPassed: false }),
    ],
  }),
  { previous: { content: first.content, withdrawn: true }, previousSha256: 'a'.repeat(64) },
);

/** Values as checks sign them, at least one of each form. */
const signed = [
  '12.3 m',
  '12.3 m (accurate to 8.0 m)',
  'pass ≤ 150 m, warn ≤ 500 m',
  '2026-03-02T09:14:00.000Z to 2026-03-02T10:14:00.000Z',
  '1 d 2 h 3 min 4 s',
  '≤ 24 h',
  `sha256 ${'ab'.repeat(32)}`,
  'never accepted on another job',
  'seen on this job, not passed',
  '3 jobs tried',
  'unused',
  'warn ≤ 6 of 64 and ≤ 28 of 256 bits different',
  '3 of 64, 12 of 256 bits different',
  'image/jpeg, 1460 × 846 px',
  'video/mp4, 12.5 s',
  'application/pdf, 1 page',
  'image/heic, not decoded',
  'image/jpeg, decodes completely within 2.5 s, ≤ 216 megapixels, ≤ 64 scans or frames; warn < 320 px',
  'video/mp4, a track with a duration and its first sample, all media data in the file',
  'application/pdf, its pages counted within 10 s',
  'a picture, video or PDF that decodes completely within 10 s',
  'time 4 min 2 s apart',
  'position 31.0 m apart (accurate to 5.0 m)',
  'time 0 s apart, position 0.0 m apart',
  'time within 5 min, position within 150 m of the declared values',
  'time within 5 min, position within 150 m of the declared values, and its accuracy',
  'signed at capture, no pixel changed since, by a signer on the list',
  'captured, signer not listed',
  'changed after signing',
];

describe.each(languages.filter((language) => language !== 'en'))('a report in %s', (language) => {
  const wording = wordingIn(language);

  it('has every text in that language, with its numbers', () => {
    const limitations = limitationsFor(wording, content);
    expect(limitations.filter(({ isEnglish }) => isEnglish)).toEqual([]);
    expect(limitations).toHaveLength(content.limitations.length);
    expect(limitations.map(({ text }) => text)).not.toEqual(content.limitations);
    const changes = changesFor(wording, content);
    expect(changes).toMatchObject({ isEnglish: false });
    const summary = deriveSummary(wording, content);
    const others = [
      ...reportVerdicts(wording, content).map(({ text }) => text),
      checksSummary(wording, content.evidence_items),
      ...content.evidence_items.flatMap(({ checks }) =>
        checks.map((check) => checkMessage(wording, check).text),
      ),
    ];
    const texts = [...limitations.map(({ text }) => text), changes?.text ?? '', summary, ...others];
    for (const text of texts) {
      expect(text).not.toMatch(/[{}]|undefined|\b(the|were|evidence|passed)\b/);
    }
    expect(summary).toMatch(/3/);
  });

  it.each(signed)('shows the signed value “%s” in that language', (value) => {
    const shown = checkValue(wording, value);
    expect(shown.isEnglish).toBe(false);
    const numbers = value.match(/\d{2,}/g) ?? [];
    for (const number of numbers) expect(shown.text).toContain(number);
    expect(shown.text).not.toMatch(/[{}]|undefined|\b(of|within|with|by|on|not)\b/);
  });

  it('keeps texts that it cannot derive in English', () => {
    const old = { ...content, limitations: ['A sentence of an earlier release.'] };
    expect(limitationsFor(wording, old)).toEqual([{ text: old.limitations[0], isEnglish: true }]);
    expect(checkValue(wording, 'a value of an earlier release')).toMatchObject({ isEnglish: true });
  });
});

it('the English texts are those that are signed', () => {
  expect(deriveSummary(english, content)).toBe(content.summary);
  expect(limitationsFor(english, content).map(({ text }) => text)).toEqual(content.limitations);
  expect(changesFor(english, content)?.text).toBe(content.change_summary?.summary);
});

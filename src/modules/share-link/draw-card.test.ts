import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Language, languages } from '../../messages/language.js';
import { cardSize, drawCard } from './draw-card.js';

const time = '2026-11-27T11:00:00.000Z';
const content = {
  objective: 'Is the shop open?',
  address: 'Alexanderplatz 1, 10178 Berlin',
  latitude: 52.5219,
  longitude: 13.4132,
  status: 'completed',
  completed_at: time,
  evidence_items: [],
} as const;

const headline = {
  question: 'Is the shop open?',
  answered_by: 'verifier',
  answered_at: time,
  confirmed_by: null,
  evidence_id: null,
} as const;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Returns a function that counts the dark pixels in a box of the card. */
async function inkOf(
  answer: string,
  { isWithdrawn = false, language = 'en' }: { isWithdrawn?: boolean; language?: Language } = {},
): Promise<(box: Box) => number> {
  const drawn = { ...content, steps: [], headline: { ...headline, answer } };
  const png = await drawCard({ content: drawn, isWithdrawn }, language);
  const picture = sharp(png).removeAlpha().raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([cardSize.width, cardSize.height]);
  return ({ left, right, top, bottom }) => {
    let dark = 0;
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        if ((data[(y * info.width + x) * info.channels] ?? 255) < 128) dark++;
      }
    }
    return dark;
  };
}

const body: Box = { left: 72, right: 1128, top: 90, bottom: 470 };
const foot: Box = { ...body, top: 500, bottom: 600 };
const margins: Box[] = [
  { ...body, left: 0, right: 64, bottom: 630 },
  { ...body, left: 1136, right: 1200, bottom: 630 },
  { ...body, left: 0, right: 1200, top: 600, bottom: 630 },
];

describe('the picture of a share link', () => {
  it.each([
    ['a short answer', 'Yes', 4_000],
    ['a long answer', 'Yes, and people walk in and out. '.repeat(60), 20_000],
    ['a word longer than a line', 'x'.repeat(3_000), 20_000],
    ['Arabic', 'نعم، المتجر مفتوح', 3_000],
    ['Japanese', '開いています。入口の上に名前があります。', 8_000],
    ['a script that no font covers', 'ஆம்', 8_000],
    ['markup', '</svg><script>alert(1)</script>', 8_000],
  ])('has ink inside its margins for %s', async (_name, answer, least) => {
    const ink = await inkOf(answer);
    expect(ink(body)).toBeGreaterThan(least);
    expect(ink(foot)).toBeGreaterThan(1_000);
    for (const margin of margins) expect(ink(margin)).toBe(0);
  });

  it('begins on the right for text from right to left', async () => {
    const side = (half: 'left' | 'right'): Box =>
      half === 'left'
        ? { ...body, right: 300, top: 240, bottom: 340 }
        : { ...body, left: 900, top: 240, bottom: 340 };
    const [latin, arabic] = [await inkOf('Yes'), await inkOf('نعم')];
    expect([latin(side('left')) > 0, latin(side('right'))]).toEqual([true, 0]);
    expect([arabic(side('left')), arabic(side('right')) > 0]).toEqual([0, true]);
  });

  it('has a lighter answer if the report was withdrawn', async () => {
    const [current, withdrawn] = [await inkOf('Yes'), await inkOf('Yes', { isWithdrawn: true })];
    expect(current(body)).not.toBe(withdrawn(body));
  });

  it.each(languages)('has ink inside its margins in %s', async (language) => {
    for (const answer of ['Yes', 'ஆம்', 'Closed since 14 November. '.repeat(40)]) {
      const ink = await inkOf(answer, { language });
      expect(ink(body)).toBeGreaterThan(4_000);
      expect(ink(foot)).toBeGreaterThan(1_000);
      for (const margin of margins) expect(ink(margin)).toBe(0);
    }
  });

  it('has the time on the right in Arabic, and the address where its script begins', async () => {
    const [english, arabic] = [await inkOf('Yes'), await inkOf('Yes', { language: 'ar' })];
    const end: Box = { ...foot, left: 900 };
    const place: Box = { ...foot, right: 300, bottom: 545 };
    expect([english(end), english(place) > 0]).toEqual([0, true]);
    expect([arabic(end) > 0, arabic(place) > 0]).toEqual([true, true]);
  });
});

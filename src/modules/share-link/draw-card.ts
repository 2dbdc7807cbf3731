import { createTranslator } from '../../messages/create-translator.js';
import { frameCatalogue } from '../../messages/frame/catalogue.js';
import type { Language } from '../../messages/language.js';
import { carryIsolates, directionOf } from '../report/pdf/visual-line.js';
import { ellipsis, wrap } from '../report/pdf/wrap.js';
import { wordingIn } from '../report/reader-wording.js';
import type { ReportContent } from '../report/report-schema.js';
import { answerLine, reportVerdicts, type Verdict, type VerdictSource } from '../report/verdict.js';
import { Outlines, type Weight } from './outlines.js';

/** Size of the picture that previews of a link show, in pixels: the form of Open Graph. */
export const cardSize = { width: 1200, height: 630 };

const margin = 72;
const room = cardSize.width - 2 * margin;
const band = 80;
/** Beyond these no text can be seen; long texts would only cost time. */
const lettersMax = 400;

const colors = {
  page: '#ffffff',
  ink: '#14202b',
  soft: '#4b5864',
  band: '#0a56a6',
  tones: { good: '#1b6b3a', warn: '#8a5800', bad: '#a11d1d', none: '#4b5864' },
} as const;

/** The part of a report that the card shows. */
interface CardSource {
  content: VerdictSource &
    Pick<ReportContent, 'objective' | 'address' | 'latitude' | 'longitude' | 'completed_at'>;
  /** True if every version was withdrawn. */
  isWithdrawn: boolean;
}

/** A text in a box of the card. */
interface Block {
  text: string;
  weight: Weight;
  color: string;
  /** Font sizes to try, largest first, each with the maximum number of lines. */
  sizes: readonly (readonly [size: number, lines: number])[];
}

interface Fitted extends Pick<Block, 'color' | 'text' | 'weight'> {
  size: number;
  lines: string[];
}

/** Returns the lines in the largest size in which the whole text fits; in the last size, the end is omitted. */
function fitText(outlines: Outlines, { text, sizes, ...style }: Block): Fitted {
  const clean = outlines.clean(text);
  let fitted: Fitted = { ...style, text, size: 0, lines: [] };
  for (const [size, max] of sizes) {
    const measure = (line: string) => outlines.width(line.trimEnd(), text, size, style.weight);
    const lines = carryIsolates(wrap(clean, room, measure)).map((line) => line.trimEnd());
    if (lines.length <= max) return { ...style, text, size, lines };
    const last = ellipsis(`${lines.slice(max - 1).join(' ')}…`, room, measure);
    fitted = { ...style, text, size, lines: [...lines.slice(0, max - 1), last] };
  }
  return fitted;
}

const lineHeight = 1.28;
const heightOf = ({ size, lines }: Fitted) => size * lineHeight * lines.length;

/** Returns the paths of a text whose box begins at `top`. */
function drawn(outlines: Outlines, fitted: Fitted, top: number): string {
  const { text, size, lines, weight, color } = fitted;
  const direction = directionOf(text);
  const paths = lines.map((line, index) => {
    const indent = direction === 'rtl' ? room - outlines.width(line, text, size, weight) : 0;
    const place = { x: margin + indent, y: top + size * (lineHeight * index + 1) };
    return outlines.draw(line, place, { text, size, weight, direction });
  });
  return `<g fill="${color}">${paths.join('')}</g>`;
}

const shortened = (text: string): string => [...text].slice(0, lettersMax).join('');

/**
 * Draws the picture that previews of a share link show: question, answer, verdict, place and time. What people wrote
 * stays as it is, and starts at the side where its script does.
 *
 * @returns a PNG
 */
export async function drawCard(
  { content, isWithdrawn }: CardSource,
  language: Language,
): Promise<Buffer> {
  const { headline, objective, address, completed_at } = content;
  const wording = wordingIn(language);
  const withdrawn: Verdict = { tone: 'bad', text: wording.t('content.verdict.withdrawn') };
  const [first] = reportVerdicts(wording, content);
  const verdict = isWithdrawn ? withdrawn : (first ?? withdrawn);
  const time = wording.placeTime(headline?.answered_at ?? completed_at, content);
  const blocks = {
    service: createTranslator(frameCatalogue, language)('frame.service'),
    question: shortened(headline?.question ?? objective),
    answer: shortened(answerLine(wording, content)),
    address: shortened(address),
  };
  const outlines = await Outlines.for([...Object.values(blocks), verdict.text, time], wording);
  const one = (text: string, size: number, weight: Weight, color: string) =>
    fitText(outlines, { text, weight, color, sizes: [[size, 1]] });

  const service = one(blocks.service, 34, 'bold', colors.page);
  const question = fitText(outlines, {
    text: blocks.question,
    weight: 'body',
    color: colors.soft,
    sizes: [
      [38, 1],
      [34, 2],
    ],
  });
  const answer = fitText(outlines, {
    text: blocks.answer,
    weight: 'bold',
    color: isWithdrawn ? colors.soft : colors.ink,
    sizes: [
      [104, 1],
      [76, 2],
      [54, 3],
      [42, 4],
    ],
  });
  const shownVerdict = one(verdict.text, 32, 'bold', colors.tones[verdict.tone]);
  const place = one(blocks.address, 30, 'body', colors.ink);
  const when = one(time, 30, 'body', colors.soft);

  const foot = cardSize.height - 46 - heightOf(place) - heightOf(when);
  const height = heightOf(question) + 14 + heightOf(answer) + 14 + heightOf(shownVerdict);
  const top = band + Math.max(20, (foot - band - height) / 2);
  const answerTop = top + heightOf(question) + 14;
  const verdictTop = answerTop + heightOf(answer) + 14;
  const { width, height: whole } = cardSize;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${whole}">`,
    `<rect width="${width}" height="${whole}" fill="${colors.page}"/>`,
    `<rect width="${width}" height="${band}" fill="${colors.band}"/>`,
    drawn(outlines, service, (band - 34 * lineHeight) / 2),
    drawn(outlines, question, top),
    drawn(outlines, answer, answerTop),
    drawn(outlines, shownVerdict, verdictTop),
    `<rect x="${margin}" y="${foot - 18}" width="${room}" height="2" fill="#cfd6dd"/>`,
    drawn(outlines, place, foot),
    drawn(outlines, when, foot + heightOf(place)),
    '</svg>',
  ].join('');
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();
}

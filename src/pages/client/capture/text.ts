import type { CaptureEnglish } from '../../../messages/capture/en.js';
import type { captureFrameKeys } from '../../../messages/capture/script-keys.js';
import { isolated } from '../../../messages/format.js';
import { formatMetres } from '../../../messages/format-plain.js';
import type { FrameEnglish } from '../../../messages/frame/en.js';
import type { ScriptKey } from '../../../messages/frame/script-keys.js';
import { locales } from '../../../messages/language.js';
import { pageLanguage } from '../parts/page-texts.js';
import { pageTranslator } from '../parts/translator.js';

type CaptureTexts = CaptureEnglish &
  Pick<FrameEnglish, ScriptKey | (typeof captureFrameKeys)[number]>;

/** Returns a message in the language of the page. */
export const t = pageTranslator<CaptureTexts>();

/** Formats a distance without line breaks. */
export const metres = (distance: number): string =>
  formatMetres(pageLanguage(), distance).replace(' ', '\u00a0');

/** Formats a number as people type it: without separators of thousands. */
export const plainNumber = (value: number): string =>
  new Intl.NumberFormat(locales[pageLanguage()], {
    useGrouping: false,
    maximumFractionDigits: 20,
  }).format(value);

/** Returns a text that is not of this page, such as a label of the task, for a message. */
export const quoted = (text: string): string => isolated(pageLanguage(), text);

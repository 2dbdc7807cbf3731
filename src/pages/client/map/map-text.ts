/// <reference lib="dom" />
import { filled } from '../../../messages/fill.js';
import { locales } from '../../../messages/language.js';
import type { MapScriptKey } from '../../../messages/map/script-keys.js';
import { pageLanguage } from '../parts/page-texts.js';

/** Returns a message of a map with its arguments. */
export type MapText = (key: MapScriptKey, values?: Readonly<Record<string, string>>) => string;

/** Returns the messages that a map's element has in the language of the page. */
export function mapTextOf(element: HTMLElement): MapText {
  const texts: Readonly<Record<string, string>> = JSON.parse(element.dataset['texts'] ?? '{}');
  return (key, values) => filled(texts[key], values);
}

/** Returns the short name of a unit in the language of the page: `km`. */
export const unitName = (unit: 'meter' | 'kilometer'): string =>
  new Intl.NumberFormat(locales[pageLanguage()], { style: 'unit', unit })
    .formatToParts(1)
    .find(({ type }) => type === 'unit')?.value ?? '';

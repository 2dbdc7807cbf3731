/// <reference lib="dom" />
import {
  type Texts,
  type Translate,
  type Translated,
  translatorOf,
} from '../../../messages/create-translator.js';
import { pageLanguage, pageTexts } from './page-texts.js';

/**
 * Returns the function that returns the messages that the page sent along, with plurals. Its parser of messages is most
 * of a small script: `frameText` needs none.
 */
export function pageTranslator<English extends Texts>(): Translate<English> {
  let translate: Translate<English> | undefined;
  return (key, ...values) => {
    // The page sends the messages of `English`: see the `texts` of its frame.
    translate ??= translatorOf<English>(pageTexts() as Translated<English>, pageLanguage());
    return translate(key, ...values);
  };
}

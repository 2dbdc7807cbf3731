/// <reference lib="dom" />
import {
  createTranslator,
  type Texts,
  type Translate,
  type Translated,
} from '../../../messages/create-translator.js';
import type { FrameEnglish } from '../../../messages/frame/en.js';
import type { ScriptKey } from '../../../messages/frame/script-keys.js';
import { pageLanguage, pageTexts } from './page-texts.js';

/** Returns the messages that the page sent along for its script, and those of the frame. */
export const readTranslator = <English extends Texts>(): Translate<
  English & Pick<FrameEnglish, ScriptKey>
> => {
  type All = English & Pick<FrameEnglish, ScriptKey>;
  return createTranslator<All>(pageTexts() as Translated<All>, pageLanguage());
};

import { useContext } from 'hono/jsx';
import {
  type Catalogue,
  createTranslator,
  type Texts,
  type Translate,
} from '../../messages/create-translator.js';
import { frameCatalogue } from '../../messages/frame/catalogue.js';
import type { FrameEnglish } from '../../messages/frame/en.js';
import type { Language } from '../../messages/language.js';
import { SiteContext } from './site.js';

/** Returns the messages that every page can show, in a language. */
export const frameText = (language: Language): Translate<FrameEnglish> =>
  createTranslator(frameCatalogue, language);

/** Returns messages in the language of the page. */
export const useText = <English extends Texts>(catalogue: Catalogue<English>): Translate<English> =>
  createTranslator(catalogue, useContext(SiteContext).language);

/** Returns the messages that every page can show, in the language of the page. */
export const useFrameText = (): Translate<FrameEnglish> => useText(frameCatalogue);

import { useContext } from 'hono/jsx';
import { createTranslator, type Translate } from '../../messages/create-translator.js';
import { frameCatalogue } from '../../messages/frame/catalogue.js';
import type { FrameEnglish } from '../../messages/frame/en.js';
import type { Language } from '../../messages/language.js';
import { SiteContext } from './site.js';

/** Returns the messages that every page can show, in a language. */
export const frameText = (language: Language): Translate<FrameEnglish> =>
  createTranslator<FrameEnglish>(frameCatalogue[language], language);

/** Returns these messages in the language of the page. */
export const useFrameText = (): Translate<FrameEnglish> =>
  frameText(useContext(SiteContext).language);

import { useContext } from 'hono/jsx';
import { createTranslator, type Translate } from '../messages/create-translator.js';
import type { Language } from '../messages/language.js';
import { offerCatalogue } from '../messages/offer/catalogue.js';
import type { OfferEnglish } from '../messages/offer/en.js';
import { SiteContext } from './frame/site.js';

/** Returns the messages of the page behind the link of an offer, in a language. */
export const offerText = (language: Language): Translate<OfferEnglish> =>
  createTranslator<OfferEnglish>(offerCatalogue[language], language);

/** Returns these messages in the language of the page. */
export const useOfferText = (): Translate<OfferEnglish> =>
  offerText(useContext(SiteContext).language);

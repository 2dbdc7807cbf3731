import type { Catalogue, Texts } from './create-translator.js';
import { frameCatalogue } from './frame/catalogue.js';
import { offerCatalogue } from './offer/catalogue.js';
import { shortLinkCatalogue } from './short-link/catalogue.js';
import { catalogue as mailCatalogue } from './translate.js';

/** Every catalogue of messages. Keys begin with the name of the page or with `mail` or `sms`, and are unique. */
export const catalogues = {
  mail: mailCatalogue,
  frame: frameCatalogue,
  offer: offerCatalogue,
  shortLink: shortLinkCatalogue,
} as const satisfies Readonly<Record<string, Catalogue<Texts>>>;

import { checkoutCatalogue } from './checkout/catalogue.js';
import type { Catalogue, Texts } from './create-translator.js';
import { errorCatalogueTexts } from './error/catalogue.js';
import { errorDetailCatalogue } from './error-detail/catalogue.js';
import { frameCatalogue } from './frame/catalogue.js';
import { offerCatalogue } from './offer/catalogue.js';
import { shortLinkCatalogue } from './short-link/catalogue.js';
import { catalogue as mailCatalogue } from './translate.js';
import { unknownCatalogue } from './unknown/catalogue.js';
import { unsubscribeCatalogue } from './unsubscribe/catalogue.js';

/** Every catalogue of messages. Keys begin with the name of the page or with `mail` or `sms`, and are unique. */
export const catalogues = {
  mail: mailCatalogue,
  checkout: checkoutCatalogue,
  error: errorCatalogueTexts,
  errorDetail: errorDetailCatalogue,
  frame: frameCatalogue,
  offer: offerCatalogue,
  shortLink: shortLinkCatalogue,
  unknown: unknownCatalogue,
  unsubscribe: unsubscribeCatalogue,
} as const satisfies Readonly<Record<string, Catalogue<Texts>>>;

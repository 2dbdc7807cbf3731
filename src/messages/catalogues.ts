import { aboutCatalogue } from './about/catalogue.js';
import { accountCatalogue } from './account/catalogue.js';
import { captureCatalogue } from './capture/catalogue.js';
import { checkoutCatalogue } from './checkout/catalogue.js';
import type { Catalogue, Texts } from './create-translator.js';
import { errorCatalogueTexts } from './error/catalogue.js';
import { errorDetailCatalogue } from './error-detail/catalogue.js';
import { frameCatalogue } from './frame/catalogue.js';
import { mapCatalogue } from './map/catalogue.js';
import { offerCatalogue } from './offer/catalogue.js';
import { pdfCatalogue } from './pdf/catalogue.js';
import { placeCatalogue } from './place/catalogue.js';
import { reportCatalogue } from './report/catalogue.js';
import { contentCatalogue } from './report-content/catalogue.js';
import { requestCatalogue } from './request/catalogue.js';
import { shortLinkCatalogue } from './short-link/catalogue.js';
import { statusCatalogue } from './status/catalogue.js';
import { catalogue as mailCatalogue } from './translate.js';
import { unknownCatalogue } from './unknown/catalogue.js';
import { unsubscribeCatalogue } from './unsubscribe/catalogue.js';

/** Every catalogue of messages. Keys begin with the name of the page or with `mail` or `sms`, and are unique. */
export const catalogues = {
  mail: mailCatalogue,
  about: aboutCatalogue,
  account: accountCatalogue,
  capture: captureCatalogue,
  checkout: checkoutCatalogue,
  error: errorCatalogueTexts,
  errorDetail: errorDetailCatalogue,
  frame: frameCatalogue,
  map: mapCatalogue,
  offer: offerCatalogue,
  place: placeCatalogue,
  request: requestCatalogue,
  pdf: pdfCatalogue,
  report: reportCatalogue,
  reportContent: contentCatalogue,
  shortLink: shortLinkCatalogue,
  status: statusCatalogue,
  unknown: unknownCatalogue,
  unsubscribe: unsubscribeCatalogue,
} as const satisfies Readonly<Record<string, Catalogue<Texts>>>;

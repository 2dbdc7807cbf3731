import type { Hono } from 'hono';
import type { Env } from '../http/request.js';
import { aboutPage } from './about.js';
import { mountAccount } from './account/account.js';
import { capturePage, captureWorker, pushWorker } from './capture.js';
import { mountCheckout } from './checkout.js';
import { mountConsole } from './console.js';
import { mountDocs } from './docs.js';
import { errorPage, errorsPage } from './errors.js';
import { mountAssets } from './frame/assets.js';
import { mountLanguage } from './frame/language.js';
import { tilesPath } from './frame/map.js';
import type { Represent } from './frame/run-operation.js';
import { aboutPath } from './frame/site.js';
import { mapTiles } from './map-tiles.js';
import { mountOffer } from './offer.js';
import { mountOperations } from './operations.js';
import { mountReport } from './report/report.js';
import { mountShared } from './report/shared.js';
import { mountRequest } from './request/request.js';
import { mountShortLinks } from './short-link.js';
import { mountStatus } from './status/status.js';
import { mountUnsubscribe } from './unsubscribe.js';

/**
 * Mounts the pages that people open in a browser, except GraphiQL.
 * @param represent runs an operation and returns its result as REST represents it, for the pages that show a document
 */
export function mountPages(app: Hono<Env>, represent: Represent): void {
  mountAssets(app);
  mountLanguage(app);
  app.get(tilesPath, mapTiles);
  mountRequest(app);
  app.get(aboutPath, aboutPage);
  mountStatus(app);
  app.get('/capture', capturePage);
  app.get('/capture-worker.js', captureWorker);
  app.get('/push-worker.js', pushWorker);
  app.get('/errors', errorsPage);
  app.get('/errors/:code', errorPage);
  mountAccount(app, represent);
  mountDocs(app);
  mountConsole(app);
  mountOperations(app);
  mountCheckout(app);
  mountOffer(app);
  mountShortLinks(app);
  mountUnsubscribe(app);
  mountReport(app, represent);
  mountShared(app, represent);
}

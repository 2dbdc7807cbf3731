import type { Hono } from 'hono';
import type { Env } from '../http/request.js';
import { metadataKeysMax, metadataValueMax } from '../lib/metadata.js';
import { describeField } from '../lib/schema.js';
import { eventType } from '../modules/event/event.js';
import { createJobInput } from '../modules/job/create-job.js';
import { referencePhotosMax } from '../modules/job/text-lengths.js';
import { liveScopes, scope } from '../scopes.js';
import type { ImportBounds } from './client/console/page-data.js';
import { assetPath } from './frame/assets.js';
import { renderClientPage } from './frame/client-page.js';
import { mapAttributes } from './frame/map.js';
import { messages } from './messages/console.en.js';

/** Texts of a job that the import reads from a file. */
const { serviceKey, objective, address, notes, nonce } = createJobInput.shape;
const texts = { service_key: serviceKey, objective, address, notes, nonce };

const importBounds: ImportBounds = {
  lengths: Object.fromEntries(
    Object.entries(texts).map(([member, field]) => {
      const { minLength = 0, maxLength = 0 } = describeField(field).bounds;
      return [member, { min: minLength, max: maxLength }];
    }),
  ),
  photos: referencePhotosMax,
  metadataKeys: metadataKeysMax,
  metadataValue: metadataValueMax,
};

/** Mounts the console, a thin API client for integrators rendered in the browser. */
export function mountConsole(app: Hono<Env>): void {
  app.get('/console', (c) =>
    renderClientPage(c, {
      name: 'console',
      messages,
      data: {
        'data-event-types': eventType().options.join(' '),
        'data-scopes': scope.options.join(' '),
        'data-live-scopes': liveScopes.join(' '),
        'data-import-bounds': JSON.stringify(importBounds),
        'data-chart-css': assetPath('chart.css'),
        ...mapAttributes(c.get('services').config.map),
      },
    }),
  );
}

import type { Hono } from 'hono';
import type { Env } from '../http/request.js';
import { eventType } from '../modules/event/event.js';
import { liveScopes, scope } from '../scopes.js';
import { renderClientPage } from './frame/client-page.js';
import { messages } from './messages/console.en.js';

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
      },
    }),
  );
}

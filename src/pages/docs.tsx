import { createRequire } from 'node:module';
import type { Hono } from 'hono';
import { ApiError } from '../errors.js';
import type { Env } from '../http/request.js';
import { compiledUrl } from '../lib/compiled.js';
import { assetResponse } from './assets.js';

const require = createRequire(import.meta.url);
const script = 'text/javascript; charset=utf-8';

/** Files of Swagger UI that the page needs, by their types. */
const files: Record<string, string> = {
  'swagger-ui-bundle.js': script,
  'swagger-ui.css': 'text/css; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

/** The interface description to read and try out; everything it needs comes from here. */
export function mountDocs(app: Hono<Env>): void {
  app.get('/docs', (c) => {
    c.header(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    c.header('cache-control', 'public, max-age=300');
    return c.html(
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>Interface description – verification service</title>
          <link rel="stylesheet" href="/docs/swagger-ui.css" />
          <link rel="icon" href="/docs/favicon-32x32.png" />
        </head>
        <body>
          <main id="docs" />
          <script src="/docs/swagger-ui-bundle.js" />
          <script type="module" src="/docs/start.js" />
        </body>
      </html>,
    );
  });
  app.get('/docs/start.js', (c) =>
    assetResponse(c, compiledUrl(import.meta.url, './docs-client.js'), script),
  );
  app.get('/docs/:file', (c) => {
    const file = c.req.param('file');
    const type = Object.hasOwn(files, file) ? files[file] : undefined;
    if (!type) throw new ApiError('not_found', 'There is nothing at this path.');
    return assetResponse(c, require.resolve(`swagger-ui-dist/${file}`), type);
  });
}

import type { MiddlewareHandler } from 'hono';
import type { Env } from './request.js';

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Answers are for who asked; what may be kept says so itself.
  'cache-control': 'no-store',
};

/** Security headers for every answer that does not bring its own; the last one on a connection says so. */
export const securityHeaders: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(always)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  }
  if (c.get('services').stopping) c.res.headers.set('connection', 'close');
  if (c.get('services').baseUrl.startsWith('https:')) {
    c.res.headers.set('strict-transport-security', 'max-age=31536000');
  }
};

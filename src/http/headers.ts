import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Services } from '../services.js';
import type { Env } from './request.js';

/** Security headers for every answer that does not bring its own; the last one on a connection says so. */
export function securityHeaders(services: Services): MiddlewareHandler<Env> {
  const secure = secureHeaders({
    overwrite: false,
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    xFrameOptions: 'DENY',
    strictTransportSecurity: services.baseUrl.startsWith('https:') && 'max-age=31536000',
    // Pages of other origins may show media by its link.
    crossOriginResourcePolicy: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  return async (c, next) => {
    await secure(c, next);
    const { headers } = c.res;
    // Answers are for who asked; what may be kept says so itself.
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    if (services.stopping) headers.set('connection', 'close');
  };
}

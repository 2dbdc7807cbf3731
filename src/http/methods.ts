import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';

export interface Mounted {
  method: string;
  path: string;
}

const segmentsOf = (path: string) => path.split('/');

function fits(pattern: string, path: string): boolean {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(path);
  // A final parameter with a pattern matches the rest of the path.
  const takesRest = wanted.at(-1)?.includes('{') && given.length > wanted.length;
  return (
    (wanted.length === given.length || takesRest === true) &&
    wanted.every((segment, i) => (segment.startsWith(':') ? given[i] !== '' : segment === given[i]))
  );
}

/** Returns true for the methods of requests that have a body; all of them change something. */
export const takesBody = (method: string): boolean => method === 'POST' || method === 'PATCH';

/** Returns true for the methods of requests that change something. */
export const changesState = (method: string): boolean => takesBody(method) || method === 'DELETE';

/** Returns the methods that a path supports, for Allow; empty for an unknown path. */
export function allowedMethods(routes: readonly Mounted[], path: string): string[] {
  const methods = new Set<string>();
  for (const route of routes) {
    if (route.path.includes('*') || !fits(route.path, path)) continue;
    if (route.method === 'ALL') for (const m of ['GET', 'POST']) methods.add(m);
    else methods.add(route.method);
  }
  if (methods.has('GET')) methods.add('HEAD');
  return methods.size === 0 ? [] : [...methods, 'OPTIONS'];
}

/** Returns the pattern of the matched route, such as `/v1/jobs/:job_id`; null if no route matches. */
export const routeOf = (c: Context): string | null =>
  matchedRoutes(c).find(({ path }) => !path.includes('*'))?.path ?? null;

/** Returns true if a handler other than middleware matches the path and method. */
export const isRouted = (c: Context): boolean => routeOf(c) !== null;

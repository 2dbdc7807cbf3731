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
  // A last parameter with a pattern takes the rest of the path.
  const takesRest = wanted.at(-1)?.includes('{') && given.length > wanted.length;
  return (
    (wanted.length === given.length || takesRest === true) &&
    wanted.every((segment, i) => (segment.startsWith(':') ? given[i] !== '' : segment === given[i]))
  );
}

/** The methods that a path answers, for Allow; empty where there is nothing at it. */
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

/** The pattern of the path that answers, such as `/v1/jobs/:job_id`; null where nothing does. */
export const routeOf = (c: Context): string | null =>
  matchedRoutes(c).find(({ path }) => !path.includes('*'))?.path ?? null;

/** Whether a handler answers this path and method, middleware aside. */
export const isRouted = (c: Context): boolean => routeOf(c) !== null;

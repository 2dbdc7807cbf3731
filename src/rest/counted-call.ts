import type { Context } from 'hono';
import type { Access } from '../access.js';
import { bearerOf } from '../http/authenticate.js';
import { routeOf } from '../http/methods.js';
import type { CountedCall } from '../http/rate-limit.js';
import type { Env } from '../http/request.js';
import type { RatePolicy } from '../modules/rate-limit/rate-limiter.js';
import { endpoints } from './endpoints/endpoints.js';
import { camelCase } from './pydantic/names.js';
import { restRoutes, routerPath } from './routes.js';

interface Counted {
  name: string;
  argumentOf: Readonly<Record<string, string>>;
  access: Access;
  limit?: RatePolicy | undefined;
  deferred?: boolean | undefined;
}

/** The arguments of a request as they are given: nothing of them is validated. */
function givenArguments(c: Context<Env>, argumentOf: Readonly<Record<string, string>>) {
  const path = (routeOf(c) ?? '').split('/').flatMap((segment, i) => {
    if (!segment.startsWith(':')) return [];
    const name = segment.slice(1);
    return [[argumentOf[name] ?? camelCase(name), c.req.path.split('/')[i]]];
  });
  const named = (values: object) =>
    Object.entries(values).map(([name, value]) => [camelCase(name), value]);
  let body: object = {};
  try {
    body = JSON.parse(Buffer.from(c.get('body') ?? []).toString('utf8')) ?? {};
  } catch {
    // What is no JSON is refused when it is validated.
  }
  const query = Object.entries(c.req.queries()).map(([name, values]) => [name, values.at(-1)]);
  return Object.fromEntries([...named(Object.fromEntries(query)), ...named(body), ...path]);
}

/** Finds the operation that a REST request calls, as far as limits go; null where there is none. */
export function countedCall(): (c: Context<Env>) => CountedCall | null {
  const byRoute = new Map<string, Counted>();
  for (const { method, path, op } of restRoutes()) {
    const argumentOf = op.target ? { [op.target.parameter]: op.target.argument } : {};
    byRoute.set(`${method} ${routerPath(path)}`, { ...op, argumentOf });
  }
  for (const { method, path, operationId, access, deferred } of endpoints) {
    const counted = { name: operationId, argumentOf: {}, access, deferred };
    byRoute.set(`${method} ${routerPath(path)}`, counted);
  }
  return (c) => {
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
    const counted = byRoute.get(`${method} ${routeOf(c)}`);
    if (!counted) return null;
    const { argumentOf, ...call } = counted;
    return {
      ...call,
      writes: method === 'POST',
      deferred: call.deferred ?? false,
      given: {
        bearer: bearerOf(c.req.header('authorization')),
        get args() {
          return givenArguments(c, argumentOf);
        },
      },
    };
  };
}

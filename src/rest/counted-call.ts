import type { Context } from 'hono';
import type { Given } from '../access.js';
import { bearerOf } from '../http/authenticate.js';
import { routeOf } from '../http/methods.js';
import type { CountedCall } from '../http/rate-limit.js';
import type { Env } from '../http/request.js';
import { type Operation, writesOf } from '../operation.js';
import type { Endpoint } from './endpoints/endpoint.js';
import { jsonBodyOf } from './json-body.js';
import { camelCase } from './pydantic/names.js';
import { restRoutes, routerPath } from './routes.js';

/** The call that a route makes, known before a request arrives. */
interface Counted {
  call: Omit<CountedCall, 'given' | 'units'> & Pick<Operation, 'items'>;
  argumentOf: Readonly<Record<string, string>>;
}

/** Returns the unvalidated arguments of a request. */
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
    const json = jsonBodyOf(c)?.();
    if (typeof json === 'object' && json !== null) body = json;
  } catch {
    // Validation rejects a body that is not JSON.
  }
  const query = Object.entries(c.req.queries()).map(([name, values]) => [name, values.at(-1)]);
  return Object.fromEntries([...named(Object.fromEntries(query)), ...named(body), ...path]);
}

/** The values that a request provides; its arguments are read only if a limit needs them. */
class RequestGiven implements Given {
  constructor(
    private readonly c: Context<Env>,
    private readonly argumentOf: Counted['argumentOf'],
  ) {}

  get bearer() {
    return bearerOf(this.c.req.header('authorization'));
  }

  get args() {
    return givenArguments(this.c, this.argumentOf);
  }
}

/** Returns a function that finds the operation of a REST request for rate limiting; null for an unknown path. */
export function countedCall(
  endpoints: readonly Endpoint[],
): (c: Context<Env>) => CountedCall | null {
  const byRoute = new Map<string, Counted>();
  const add = (
    { method, path }: { method: string; path: string },
    call: Omit<CountedCall, 'given' | 'writes' | 'units'> & Pick<Operation, 'items'>,
    argumentOf: Counted['argumentOf'],
  ) => {
    const writes = method !== 'GET';
    byRoute.set(`${method} ${routerPath(path)}`, { call: { ...call, writes }, argumentOf });
  };
  for (const route of restRoutes()) {
    const { name, access, limit, repeats, target, items } = route.op;
    add(
      route,
      { name, access, limit, repeats, ...(items !== undefined && { items }) },
      target ? { [target.parameter]: target.argument } : {},
    );
  }
  for (const endpoint of endpoints) {
    const { operationId: name, access, deferred } = endpoint;
    add(endpoint, { name, access, deferred }, {});
  }
  return (c) => {
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
    const counted = byRoute.get(`${method} ${routeOf(c)}`);
    if (!counted) return null;
    const { items, ...call } = counted.call;
    const given = new RequestGiven(c, counted.argumentOf);
    const units = () => writesOf({ ...(items !== undefined && { items }) }, () => given.args);
    return { ...call, units, given };
  };
}

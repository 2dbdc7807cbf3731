import type { Bucket, Caller, PresentedToken } from '../context.js';
import { authenticate, stillViewer } from '../modules/integrator/authenticate.js';
import { ratePolicies } from '../modules/rate-limit/rate-limiter.js';
import type { Services } from '../services.js';
import type { HeaderViewer, Viewer } from '../viewer.js';

/** Token of an `Authorization: Bearer` header. */
export const bearerOf = (header: string | undefined) =>
  header ? (/^Bearer +([^\s]+) *$/i.exec(header)?.[1] ?? null) : null;

function bucketOf(viewer: HeaderViewer): Bucket | null {
  if (viewer.kind === 'anonymous') return null;
  const { reads, writes } = ratePolicies;
  return { reads, writes, key: viewer.keyId };
}

function createCaller(services: Services, viewer: HeaderViewer, bearer: string | null): Caller {
  const proofs = new Map<string, Promise<Viewer>>();
  return {
    viewer,
    bucket: bucketOf(viewer),
    bearer,
    prove<V extends Viewer>(token: PresentedToken<V>): Promise<V> {
      const known = proofs.get(token.name) as Promise<V> | undefined;
      if (known) return known;
      const proof = token.prove(services);
      proofs.set(token.name, proof);
      return proof;
    },
    async renew() {
      return createCaller(services, await stillViewer(services.integrators, viewer), bearer);
    },
  };
}

/** Resolves the credentials of a request's headers; the key is looked up once. */
export async function callerOf(
  services: Services,
  header: (name: string) => string | undefined,
): Promise<Caller> {
  const now = services.clock.now();
  const viewer = await authenticate(services.integrators, header('x-api-key'), now);
  return createCaller(services, viewer, bearerOf(header('authorization')));
}

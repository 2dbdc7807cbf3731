import { parse } from 'hono/utils/cookie';
import type { Bucket, Caller, PresentedToken } from '../context.js';
import { ratePolicies } from '../limits.js';
import { deviceCookieName } from '../modules/customer/device.js';
import { sessionCookieName, sessionOf } from '../modules/customer/session.js';
import { authenticate, stillViewer } from '../modules/integrator/authenticate.js';
import type { Services } from '../services.js';
import type { HeaderViewer, SessionViewer, Viewer } from '../viewer.js';
import { changesState } from './methods.js';

/** The parts of a request that are read. */
interface Presented {
  method: string;
  path: string;
  header(name: string): string | undefined;
}

/** Returns the token of an `Authorization: Bearer` header. */
export const bearerOf = (header: string | undefined) =>
  header ? (/^Bearer +([^\s]+) *$/i.exec(header)?.[1] ?? null) : null;

function keyBucket(viewer: HeaderViewer): Bucket | null {
  if (viewer.kind === 'anonymous') return null;
  const { reads, writes } = ratePolicies;
  return { reads, writes, key: viewer.keyId };
}

function sessionBucket(session: SessionViewer): Bucket | null {
  if (session.kind !== 'customer') return null;
  const { customerReads: reads, customerWrites: writes } = ratePolicies;
  return { reads, writes, key: session.customerId };
}

interface Credentials {
  viewer: HeaderViewer;
  session: SessionViewer;
  crossSite: boolean;
  bearer: string | null;
  device: string | null;
  /** Resolves the session again. */
  readSession(): Promise<SessionViewer>;
}

function createCaller(services: Services, credentials: Credentials): Caller {
  const proofs = new Map<string, Promise<Viewer>>();
  const { viewer, session, crossSite, bearer, device, readSession } = credentials;
  return {
    viewer,
    session,
    crossSite,
    bucket: keyBucket(viewer) ?? sessionBucket(session),
    sessionBucket: sessionBucket(session),
    bearer,
    device,
    prove<V extends Viewer>(token: PresentedToken<V>): Promise<V> {
      const known = proofs.get(token.name) as Promise<V> | undefined;
      if (known) return known;
      const proof = token.prove(services);
      proofs.set(token.name, proof);
      return proof;
    },
    async renew() {
      const [stillHolder, stillSession] = await Promise.all([
        stillViewer(services.integrators, viewer),
        readSession(),
      ]);
      return createCaller(services, {
        ...credentials,
        viewer: stillHolder,
        session: stillSession,
      });
    },
  };
}

/** Returns true if the browser indicates that a page of another site sent the request. */
function isCrossSite({ header }: Presented, baseUrl: string): boolean {
  const origin = header('origin');
  const site = header('sec-fetch-site');
  return (
    (origin !== undefined && origin !== new URL(baseUrl).origin) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none')
  );
}

const cookieOf = ({ header }: Presented, name: string): string | undefined =>
  parse(header('cookie') ?? '', name)[name];

/**
 * Returns a reader for the session of a cookie. A cross-site request has a session only if it changes nothing and the
 * other site cannot read the response: a GET of a documented path, such as a link in a mail.
 */
function sessionReader(services: Services, request: Presented, crossSite: boolean) {
  const { customers, clock, baseUrl } = services;
  const name = sessionCookieName(baseUrl);
  const secret = cookieOf(request, name);
  const counts = !crossSite || (!changesState(request.method) && request.path !== '/graphql');
  return async (): Promise<SessionViewer> => {
    if (!secret) return { kind: 'no_session', problem: 'session_missing' };
    if (!counts) return { kind: 'no_session', problem: 'origin_refused' };
    return sessionOf(customers, secret, clock.now());
  };
}

/** Resolves the credentials in a request's headers. Key and session are looked up once. */
export async function callerOf(services: Services, request: Presented): Promise<Caller> {
  const now = services.clock.now();
  const header = (name: string) => request.header(name);
  const read = { method: request.method, path: request.path, header };
  const crossSite = isCrossSite(read, services.baseUrl);
  const readSession = sessionReader(services, read, crossSite);
  const [viewer, session] = await Promise.all([
    authenticate(services.integrators, header('x-api-key'), now),
    readSession(),
  ]);
  const bearer = bearerOf(header('authorization'));
  const device = cookieOf(read, deviceCookieName(services.baseUrl)) ?? null;
  return createCaller(services, { viewer, session, crossSite, bearer, device, readSession });
}

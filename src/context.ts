import type { ApiError, ErrorCode } from './errors.js';
import type { RatePolicy } from './modules/rate-limit/rate-limiter.js';
import type { Services } from './services.js';
import type { HeaderViewer, SessionViewer, Viewer } from './viewer.js';

/** A token that a call presents, not yet judged. */
export interface PresentedToken<V extends Viewer = Viewer> {
  /** Names the token and what it should open; equal names are proven once a request. */
  name: string;
  value: string;
  /** @throws ApiError when the token does not open what it should */
  prove(services: Services): Promise<V>;
}

/** The rate limits of a viewer, and what they are counted under. */
export interface Bucket {
  reads: RatePolicy;
  writes: RatePolicy;
  key: string;
}

/** The credentials of a request, each resolved once. */
export interface Caller {
  viewer: HeaderViewer;
  session: SessionViewer;
  /** Whether a page of another site sends the request. */
  crossSite: boolean;
  /** Null without a valid credential in the headers: tokens and addresses have buckets of their own. */
  bucket: Bucket | null;
  /** That of the session, for operations that serve its customer; null without a valid one. */
  sessionBucket: Bucket | null;
  /** Token of an `Authorization: Bearer` header. */
  bearer: string | null;
  /** Value of the device cookie, not yet verified. */
  device: string | null;
  /**
   * The viewer that a token stands for.
   * @throws ApiError what the token's own proof throws
   */
  prove<V extends Viewer>(token: PresentedToken<V>): Promise<V>;
  /** The same credentials as they stand by now, for what outlives the request. */
  renew(): Promise<Caller>;
}

/** What an operation leaves for the edge to put around its answer. */
export interface ResponseNotes {
  /** The answer repeats an earlier one. */
  replayed: boolean;
  /** Cursor of the next page of a list, when more follows. */
  nextCursor: string | null;
  /** Header fields of the answer on both faces, such as Cache-Control, by lower-case name. */
  headers: Record<Lowercase<string>, string>;
  /** Values of Set-Cookie on both faces. */
  cookies: string[];
  /** ETag of what a documented path answers; null: made from the answer. */
  etag: string | null;
  /** Calls that were counted in a limit of their own and did what it counts, by operation. */
  made: Record<string, number>;
  /** Codes of the errors that a GraphQL answer carries. */
  errors: ErrorCode[];
}

/** One request, whichever face it came through. */
export interface RequestContext {
  services: Services;
  caller: Caller;
  requestId: string;
  /** Address that the request is counted under. */
  address: string;
  /** HEAD answers as GET does, but counts nothing. */
  method: string;
  /** If-None-Match of a documented path; null elsewhere. */
  ifNoneMatch: string | null;
  notes: ResponseNotes;
}

/** The refusal that every face answers for an error. */
export type PublicError = (error: unknown, ctx: RequestContext) => ApiError;

/** One operation of a request, its viewer admitted. */
export interface Call<V extends Viewer = Viewer> extends RequestContext {
  viewer: V;
  /** The same call with its viewer admitted anew. @throws ApiError when they no longer may */
  renew(): Promise<Call<V>>;
}

export function createContext(
  services: Services,
  request: Omit<RequestContext, 'services' | 'notes'>,
): RequestContext {
  return {
    services,
    ...request,
    notes: {
      replayed: false,
      nextCursor: null,
      headers: {},
      cookies: [],
      etag: null,
      made: {},
      errors: [],
    },
  };
}

import type { ApiError, ErrorCode } from './errors.js';
import type { RatePolicy } from './limits.js';
import { requestedLanguage } from './messages/accept-language.js';
import type { Language } from './messages/language.js';
import type { Services } from './services.js';
import type { HeaderViewer, SessionViewer, Viewer } from './viewer.js';

/** A token that a call presents, not yet verified. */
export interface PresentedToken<V extends Viewer = Viewer> {
  /**
   * Identifies the token and what it should grant access to. Tokens of equal name are verified once per
   * request.
   */
  name: string;
  value: string;
  /** @throws ApiError if the token does not grant access */
  prove(services: Services): Promise<V>;
}

/** The rate limits of a caller, and the key they are counted under. */
export interface Bucket {
  reads: RatePolicy;
  writes: RatePolicy;
  key: string;
}

/** The credentials of a request, each resolved once. */
export interface Caller {
  viewer: HeaderViewer;
  session: SessionViewer;
  /** True if a page of another site sent the request. */
  crossSite: boolean;
  /** Null without a valid credential in the headers. Tokens and addresses have separate buckets. */
  bucket: Bucket | null;
  /** The session's bucket, for operations of its customer; null without a valid session. */
  sessionBucket: Bucket | null;
  /** Token of an `Authorization: Bearer` header. */
  bearer: string | null;
  /** Value of the device cookie, not yet verified. */
  device: string | null;
  /**
   * Verifies a token and returns its viewer.
   *
   * @throws ApiError as the token's own `prove`
   */
  prove<V extends Viewer>(token: PresentedToken<V>): Promise<V>;
  /** Reads the same credentials again, for work that outlives the request. */
  renew(): Promise<Caller>;
}

/** Parts of the response that an operation sets besides its result. */
export interface ResponseNotes {
  /** True if the response repeats an earlier one. */
  replayed: boolean;
  /** Cursor of the next page of a list; null on the last page. */
  nextCursor: string | null;
  /** Response headers of REST and GraphQL, such as Cache-Control, by lower-case name. */
  headers: Record<Lowercase<string>, string>;
  /** Values of Set-Cookie, over REST and GraphQL. */
  cookies: string[];
  /** ETag of a REST response; null: derived from the body. */
  etag: string | null;
  /** Number of calls, by operation, that used up a unit of the operation's own limit. */
  made: Record<string, number>;
  /** Language of texts that follow Accept-Language; null if the response has none. */
  language: Language | null;
  /** Codes of the errors in a GraphQL response. */
  errors: ErrorCode[];
}

/** One request, over any API. */
export interface RequestContext {
  services: Services;
  caller: Caller;
  requestId: string;
  /** Client address for rate limits. */
  address: string;
  /** False if reads record nothing, such as a view: for HEAD, and for the page of a signed link. */
  recordsReads: boolean;
  /** Accept-Language of the request; null without one. */
  acceptLanguage: string | null;
  /** If-None-Match of a REST request; null otherwise. */
  ifNoneMatch: string | null;
  notes: ResponseNotes;
}

/** Converts any error to the one that clients see, in every API. */
export type PublicError = (error: unknown, ctx: RequestContext) => ApiError;

/** One operation of a request, after its caller was authenticated. */
export interface Call<V extends Viewer = Viewer> extends RequestContext {
  viewer: V;
  /** The same call after authenticating its caller again. @throws ApiError if they have lost access */
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
      language: null,
      errors: [],
    },
  };
}

/** Returns the language of texts in the response to a request, and notes that the response depends on it. */
export function answerLanguage({
  acceptLanguage,
  notes,
}: Pick<RequestContext, 'acceptLanguage' | 'notes'>): Language {
  notes.language ??= requestedLanguage(acceptLanguage);
  return notes.language;
}

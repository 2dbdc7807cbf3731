import type { Context } from 'hono';
import type { z } from 'zod';
import type { Access } from '../../access.js';
import { checkEndpoint } from '../../complete.js';
import type { ErrorCode } from '../../errors.js';
import type { Env } from '../../http/request.js';
import type { RestTag } from '../../operation.js';
import type { RestApi } from '../sofa.js';

/**
 * A documented path that is not a projection of the graph (uploads, files, probes). The limits, the
 * interface description and the README's table of paths are read from it.
 */
export interface Endpoint {
  /** Unique among the operations of the interface description. */
  operationId: string;
  method: 'GET' | 'POST';
  /** In OpenAPI's form, `/v1/jobs/{job_id}/report.pdf`. */
  path: string;
  /** The path as the router writes it, where a parameter spans several segments. */
  routed?: string;
  /** One imperative line. */
  summary: string;
  description: string;
  tag: RestTag;
  /** Who may; the handler admits them. */
  access: Access;
  /** Whether its token comes with the body, so that its handler counts it. */
  deferred?: boolean;
  query?: z.ZodObject;
  /** JSON Schema of a multipart body, which the handler reads as it arrives. */
  body?: () => object;
  responses: Record<
    number,
    { description: string; headers?: object; content?: Record<string, object> }
  >;
  errors: readonly ErrorCode[];
  /** A body as it could be sent; a file stands as its name. */
  example?: object;
  /**
   * @param api for a path that answers what a documented path does
   * @throws ApiError what `access` and `errors` name
   */
  handle(c: Context<Env>, api: RestApi): Response | Promise<Response>;
}

/** @throws Error for one without description, summary, refusals, or example of its body */
export function endpoint(spec: Endpoint): Endpoint {
  checkEndpoint(spec);
  return spec;
}

/** The content of an answer in JSON that has this schema. */
export const json = (schema: object) => ({ 'application/json': { schema } });

/** The schema of an answer that is a file. */
export const file = { schema: { type: 'string', format: 'binary' } };

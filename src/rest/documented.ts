import type { z } from 'zod';
import { type Access, anyone, scope } from '../access.js';
import type { ErrorCode } from '../errors.js';
import { reportQuery } from '../modules/report/get-report.js';
import type { RestTag } from '../operation.js';
import { evidenceRoutes } from './evidence-documented.js';
import { etagHeader, fileHeaders } from './openapi-parts.js';
import { documentedSiteChecks } from './site-check-documented.js';
import { interfaceVersion } from './version.js';

/**
 * A path that is not a projection of the graph (uploads, files, probes), as the interface
 * description shows it; it is served by a handler of its own.
 */
export interface DocumentedRoute {
  operationId: string;
  method: 'GET' | 'POST';
  path: string;
  summary: string;
  description: string;
  tag: RestTag;
  access: Access;
  /** Whether its token comes with the body, so that its handler counts it. */
  deferred?: boolean;
  query?: z.ZodObject;
  /** JSON Schema of a multipart body. */
  body?: () => object;
  responses: Record<
    number,
    { description: string; headers?: object; content?: Record<string, object> }
  >;
  refusals: readonly ErrorCode[];
  /** A body as it could be sent; a file stands as its name. */
  example?: object;
}

const json = (schema: object) => ({ 'application/json': { schema } });

export const documentedRoutes: readonly DocumentedRoute[] = [
  {
    operationId: 'healthz',
    method: 'GET',
    path: '/healthz',
    summary: 'Check liveness',
    description: `Always returns 200 while the process is running; implements version ${interfaceVersion} of the interface.`,
    tag: 'Service',
    access: anyone,
    responses: {
      200: {
        description: 'The process is running.',
        content: json({ type: 'object', additionalProperties: true }),
      },
    },
    refusals: [],
  },
  {
    operationId: 'get_report_pdf',
    method: 'GET',
    path: '/v1/jobs/{job_id}/report.pdf',
    summary: 'Download a report version as PDF',
    description:
      'Returns the PDF of a report version with the signed report embedded; the bytes never change. Waits until the PDF is rendered.',
    tag: 'Reports',
    access: scope('jobs:read'),
    query: reportQuery,
    responses: {
      200: {
        description: 'The PDF.',
        headers: fileHeaders,
        content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
      },
      304: { description: 'The content has not changed.', headers: etagHeader },
    },
    refusals: [
      'job_not_found',
      'report_not_found',
      'report_version_not_found',
      'internal_error',
      'unavailable',
    ],
  },
  {
    operationId: 'get_key_set',
    method: 'GET',
    path: '/.well-known/jwks.json',
    summary: 'Get the public keys for report verification',
    description: 'Returns a JSON Web Key Set (RFC 7517); `kid` matches the `key_id` of a report.',
    tag: 'Reports',
    access: anyone,
    responses: {
      200: {
        description: 'The key set.',
        content: {
          'application/jwk-set+json': {
            schema: {
              type: 'object',
              required: ['keys'],
              properties: { keys: { type: 'array', items: { type: 'object' } } },
            },
          },
        },
      },
    },
    refusals: [],
  },
  ...evidenceRoutes,
  ...documentedSiteChecks,
];

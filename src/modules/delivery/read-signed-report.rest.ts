import { z } from 'zod';
import { pdfResponse } from '../../http/pdf-response.js';
import { linkOf } from '../../http/report-link.js';
import { contextOf } from '../../http/request.js';
import { languageFor } from '../../messages/match-language.js';
import { restAnswer } from '../../rest/edge.js';
import { endpoint, json } from '../../rest/endpoints/endpoint.js';
import { etagHeader, pdfAnswers } from '../../rest/openapi/parts.js';
import { restRoutes } from '../../rest/routes.js';
import { currentVersion } from '../job/report-version.js';
import { reportPdfQuery } from '../report/get-report.js';
import { getSiteCheckReport } from '../site-check/get-site-check-report.js';
import { admitLink, openReportPdf, showCover, signedLink } from './signed-report.js';

const unindexed = (response: Response): Response => {
  response.headers.set('x-robots-tag', 'noindex');
  return response;
};

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const coverSchema = {
  type: 'object',
  properties: {
    request_id: text,
    version_number: { type: 'integer' },
    report_title: textOrNull,
    objective: text,
    address: text,
    status: text,
    summary: text,
    completed_at: text,
    generated_at: text,
    current_version: { type: ['integer', 'null'] },
    versions: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          version_number: { type: 'integer' },
          generated_at: text,
          change_summary_text: textOrNull,
          withdrawn_at: textOrNull,
          withdraw_reason: textOrNull,
        },
      },
    },
  },
};

/** The cover of a report, which mail scanners also read, so that reading it does not count as a view. */
export const signedCoverEndpoint = endpoint({
  operationId: 'read_signed_report_cover',
  method: 'GET',
  path: '/reports/{request_id}/cover.json',
  summary: 'Get the cover of a report by its signed link',
  description:
    'Return the result, the summary and the versions of the report, without its evidence. Use the query of the link unchanged. Counts as no view.',
  tag: 'Reports',
  access: signedLink,
  responses: { 200: { description: 'The cover.', content: json(coverSchema) } },
  errors: ['erased', 'internal_error', 'unavailable'],
  async handle(c) {
    const { job, content } = await showCover(await contextOf(c), linkOf(c));
    return unindexed(
      c.json({
        request_id: content.request_id,
        version_number: content.version_number,
        report_title: content.report_title,
        objective: content.objective,
        address: content.address,
        status: content.status,
        summary: content.summary,
        completed_at: content.completed_at,
        generated_at: content.generated_at,
        current_version: currentVersion(job.reports)?.versionNumber ?? null,
        versions: job.reports.map((version) => ({
          version_number: version.versionNumber,
          generated_at: version.generatedAt,
          change_summary_text: version.changeSummaryText,
          withdrawn_at: version.withdrawnAt ?? null,
          withdraw_reason: version.withdrawReason ?? null,
        })),
      }),
    );
  },
});

/** The JSON of the report page, as `getSiteCheckReport` returns it to the requester. */
export const signedReportEndpoint = endpoint({
  operationId: 'read_signed_report',
  method: 'GET',
  path: '/reports/{request_id}/report.json',
  summary: 'Get the report of a site check by its signed link',
  description:
    'Use the link on the report page unchanged, query included. The response is that of the report of the site check; it counts as a view by the requester.',
  tag: 'Reports',
  access: signedLink,
  responses: {
    200: {
      description: 'The report version that the link names.',
      headers: etagHeader,
      content: json({ $ref: '#/components/schemas/PublicSiteCheckReportOut' }),
    },
    304: pdfAnswers[304],
  },
  errors: ['internal_error', 'unavailable'],
  async handle(c, api) {
    const route = restRoutes().find(({ op }) => op === getSiteCheckReport);
    if (!route) throw new Error('the report of a site check has no path');
    const { call, ...args } = await admitLink(await contextOf(c), linkOf(c));
    const answer = await api.call(route, { ...call, args });
    const request = { url: () => new URL(c.req.url), ifNoneMatch: c.req.header('if-none-match') };
    return unindexed(restAnswer(route, call, answer, request));
  },
});

const query = z.object({ language: reportPdfQuery.language });

/** The PDF for the same link. */
export const signedReportPdfEndpoint = endpoint({
  operationId: 'read_signed_report_pdf',
  method: 'GET',
  path: '/reports/{request_id}/report.pdf',
  summary: 'Download the report of a site check as PDF by its signed link',
  description:
    'Use the link on the report page, query included; `language` can be added to it. A download counts as a view by the requester. The answer waits until the PDF is rendered.',
  tag: 'Reports',
  access: signedLink,
  query,
  responses: pdfAnswers,
  errors: ['internal_error', 'unavailable'],
  async handle(c) {
    const language = languageFor(c.req.query('language'));
    const pdf = await openReportPdf(await contextOf(c), linkOf(c), language);
    return unindexed(pdfResponse(c, pdf));
  },
});

import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import {
  getSiteCheckReport,
  getSiteCheckReportPdf,
  siteCheckReportQuery,
} from '../modules/site-check/get-site-check-report.js';
import { receivePaymentNotice } from '../modules/site-check/receive-payment-notice.js';
import { admit } from '../operation.js';
import { withBearer } from '../rest/edge.js';
import { pdfResponse } from '../rest/endpoints/get-report-pdf.js';
import { validateQuery } from '../rest/pydantic/validate.js';
import { jsonBodyBytesMax, readBody } from './body.js';
import { validationResponse } from './problem.js';
import { contextOf, type Env } from './request.js';

async function reportPdf(c: Context<Env>): Promise<Response> {
  const ctx = await contextOf(c);
  const values = withBearer(ctx, siteCheckReportQuery, new URL(c.req.url).searchParams);
  const checked = validateQuery(siteCheckReportQuery, values);
  if (checked.outcome !== 'valid') {
    return validationResponse(checked.outcome === 'invalid' ? checked.issues : []);
  }
  const { accessToken, version } = checked.value as z.infer<typeof siteCheckReportQuery>;
  const requestId = c.req.param('request_id') ?? '';
  const call = await admit(getSiteCheckReport, ctx, { requestId, accessToken });
  return pdfResponse(c, await getSiteCheckReportPdf(call as never, requestId, version ?? null));
}

/** What Stripe sends by itself. */
async function stripeWebhook(c: Context<Env>): Promise<Response> {
  const payload = Buffer.from(await readBody(c.req.raw, jsonBodyBytesMax)).toString('utf8');
  const signature = c.req.header('stripe-signature') ?? '';
  await receivePaymentNotice(c.get('services'), payload, signature);
  return c.json({ received: true });
}

/** Puts the PDF of a site check and the payment provider's webhook on the app. */
export function mountSiteChecks(app: Hono<Env>): void {
  app.get('/v1/public/site-checks/:request_id/report.pdf', reportPdf);
  app.post('/payments/stripe/webhook', stripeWebhook);
}

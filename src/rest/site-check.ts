import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { ApiError } from '../errors.js';
import { describeProviderError } from '../modules/payment/provider-error.js';
import type { StripeNotice, StripePayments } from '../modules/payment/stripe.js';
import { endCheckout } from '../modules/site-check/end-checkout.js';
import {
  getSiteCheckReport,
  getSiteCheckReportPdf,
  siteCheckReportQuery,
} from '../modules/site-check/get-site-check-report.js';
import { admit } from '../operation.js';
import type { Services } from '../services.js';
import { jsonBodyBytesMax, readBody } from './body.js';
import { withBearer } from './edge.js';
import { validationResponse } from './problem.js';
import { pdfResponse } from './report.js';
import { contextOf, type Env } from './request.js';
import { validateQuery } from './validation/validate.js';

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

type SessionNotice = Extract<StripeNotice, { kind: 'session' }>;

/**
 * Pays back what came for a session that nothing is known of here. Only where the session leads back
 * to our own page: another service may take payments through the same account.
 *
 * @throws ApiError `unavailable` when it did not work, so that Stripe repeats its notice
 */
async function refundUnknown(services: Services, notice: SessionNotice): Promise<void> {
  const { sessionId, requestId, outcome, pageUrl } = notice;
  const ours = pageUrl?.startsWith(`${services.baseUrl}/checkout/${sessionId}?`);
  if (outcome.kind !== 'paid' || !ours) return;
  const { providerPaymentId } = outcome;
  const ids = { requestId, sessionId, providerPaymentId };
  try {
    await services.payments.current.refund({ sessionId, providerPaymentId });
  } catch (error) {
    services.log.error({ provider: describeProviderError(error), ...ids }, 'stripe: not paid back');
    throw new ApiError('unavailable');
  }
  services.log.warn(ids, 'stripe: paid back what came for an unknown session');
}

async function endSession(services: Services, notice: SessionNotice): Promise<void> {
  const { requestId, sessionId, outcome } = notice;
  try {
    await endCheckout(services, requestId, sessionId, outcome, 'refund');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const unknown = ['site_check_not_found', 'not_found'].includes(error.code);
    if (unknown) await refundUnknown(services, notice);
    else if (error.code !== 'session_closed') throw error;
    // Nothing that asking again would change: Stripe need not repeat it.
    services.log.info({ code: error.code, requestId, sessionId }, 'stripe: no session to end');
  }
}

/**
 * What Stripe tells. Every notice may come twice, late or out of order: what has been done already
 * is done no second time, and what comes too late is paid back.
 */
async function stripeWebhook(c: Context<Env>): Promise<Response> {
  const services = c.get('services');
  const payments = services.payments.current;
  if (payments.name !== 'stripe') throw new ApiError('not_found', 'There is nothing at this path.');
  const payload = Buffer.from(await readBody(c.req.raw, jsonBodyBytesMax)).toString('utf8');
  const signature = c.req.header('stripe-signature') ?? '';
  const now = services.clock.now();
  const notice = await (payments as StripePayments).readWebhook(payload, signature, now);
  if (notice?.kind === 'session') await endSession(services, notice);
  if (notice?.kind === 'refund_failed') {
    // The payment was told as refunded already, and no state follows that: a person has to act.
    const { refundId, providerPaymentId } = notice;
    services.log.error({ refundId, providerPaymentId }, 'stripe: a refund has failed afterwards');
  }
  return c.json({ received: true });
}

/** Puts the PDF of a site check and the payment provider's webhook on the app. */
export function mountSiteChecks(app: Hono<Env>): void {
  app.get('/v1/public/site-checks/:request_id/report.pdf', reportPdf);
  app.post('/payments/stripe/webhook', stripeWebhook);
}

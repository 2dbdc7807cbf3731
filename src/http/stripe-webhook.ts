import type { Context, Hono } from 'hono';
import { receivePaymentNotice } from '../modules/site-check/receive-payment-notice.js';
import { jsonBodyBytesMax, readBody } from './body.js';
import type { Env } from './request.js';

/** Handles a notification from Stripe. */
async function stripeWebhook(c: Context<Env>): Promise<Response> {
  const payload = Buffer.from(await readBody(c.req.raw, jsonBodyBytesMax)).toString('utf8');
  const signature = c.req.header('stripe-signature') ?? '';
  await receivePaymentNotice(c.get('services'), payload, signature);
  return c.json({ received: true });
}

/** Mounts the webhook of the payment provider on the app. */
export function mountStripeWebhook(app: Hono<Env>): void {
  app.post('/payments/stripe/webhook', stripeWebhook);
}

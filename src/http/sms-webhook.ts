import type { Context, Hono } from 'hono';
import { kibibyte } from '../lib/units.js';
import { receiveSmsReport } from '../modules/mail/receive-sms-report.js';
import { smsHookPath } from '../modules/mail/sms-provider.js';
import { readBody } from './body.js';
import type { Env } from './request.js';

/** A reply has at most 1,600 characters, which a form encodes in up to 12 bytes each. */
const bodyBytesMax = 32 * kibibyte;

/** An answer in the provider's markup (TwiML) that sends no reply. */
const noReply = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

/** Handles a webhook of the SMS provider. */
async function smsWebhook(c: Context<Env>): Promise<Response> {
  const body = Buffer.from(await readBody(c.req.raw, bodyBytesMax)).toString('utf8');
  await receiveSmsReport(c.get('services'), new URL(c.req.url).search, {
    fields: [...new URLSearchParams(body)],
    signature: c.req.header('x-twilio-signature') ?? '',
  });
  return c.body(noReply, 200, { 'content-type': 'text/xml; charset=utf-8' });
}

/** Mounts the webhook of the SMS provider on the app. */
export function mountSmsWebhook(app: Hono<Env>): void {
  app.post(smsHookPath, smsWebhook);
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { SmsSettings } from '../../config.js';
import { deadline } from '../../lib/deadline.js';
import { second } from '../../lib/units.js';
import type { SmsError, SmsHook, SmsProvider } from './sms-provider.js';
import { oneLine, type SendResult } from './smtp.js';

/** Shorter than the lease of an attempt, after which another process can make the next. */
const attemptMilliseconds = 20 * second;

/** Error codes of https://www.twilio.com/docs/api/errors about the recipient: another attempt has the same result. */
const errorOfCode: Readonly<Record<number, SmsError>> = {
  21211: 'number_not_valid',
  21217: 'number_not_valid',
  21421: 'number_not_valid',
  21614: 'number_not_valid',
  21408: 'region_not_supported',
  21612: 'region_not_supported',
  21610: 'recipient_opted_out',
  30003: 'number_not_reachable',
  30004: 'message_blocked',
  30005: 'number_not_valid',
  30006: 'number_not_valid',
  30007: 'message_blocked',
};

/** Errors about the sender or the queue, which an operator or time resolves. */
const retriedCodes = new Set([14107, 20429, 21212, 21603, 21606, 21611, 30001, 30022]);

const answerSchema = z.object({
  sid: z.string().max(64).optional(),
  code: z.number().int().optional(),
  message: z.string().optional(),
});

async function readAnswer(response: Response): Promise<z.infer<typeof answerSchema>> {
  const body = await response.json().catch(() => null);
  return answerSchema.safeParse(body).data ?? {};
}

/** Returns the result of a response. Errors of the account, such as a wrong token, are retried. */
async function resultOf(response: Response): Promise<SendResult> {
  const { sid, code, message } = await readAnswer(response);
  if (response.ok) {
    return { outcome: 'accepted', ...(sid !== undefined && { providerMessageId: sid }) };
  }
  const known = code === undefined ? undefined : errorOfCode[code];
  if (known) return { outcome: 'refused', error: known };
  const error = oneLine(`${code ?? response.status} ${message ?? response.statusText}`);
  const isFinal = response.status === 400 && code !== undefined && !retriedCodes.has(code);
  return { outcome: isFinal ? 'refused' : 'failed', error };
}

const acceptedStates = ['accepted', 'queued', 'sending', 'sent', 'delivered', 'read'];
const failedStates = ['failed', 'undelivered', 'canceled'];

/** Twilio's default keywords; an account with its own ones states what they mean in `OptOutType`. */
const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'];
const startWords = ['START', 'YES', 'UNSTOP'];

function keywordOf(type: string, body: string): 'stop' | 'start' | null {
  const word = type || body.trim().replace(/[\s.!]+$/, '');
  const upper = word.toUpperCase();
  if (stopWords.includes(upper)) return 'stop';
  return startWords.includes(upper) ? 'start' : null;
}

/** Returns the URL with its default port, or without it: Twilio documents that it can sign either form. */
function signedUrls(url: string): string[] {
  const parsed = /^(https?):\/\/([^/?#]+)(.*)$/.exec(url);
  if (!parsed) return [url];
  const [, scheme, host = '', rest] = parsed;
  const port = /:\d+$/.test(host) ? '' : scheme === 'https' ? ':443' : ':80';
  return [url, `${scheme}://${port ? host + port : host.replace(/:\d+$/, '')}${rest}`];
}

/** An SMS provider with the documented API of Twilio. */
export function createTwilio({ url, account, token, from }: SmsSettings): SmsProvider {
  const closing = new AbortController();
  const messagesUrl = `${url}/2010-04-01/Accounts/${account}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;

  /** HMAC-SHA1 of the URL and the fields, sorted by name, each name followed by its value. */
  function signatureOf(signedUrl: string, fields: SmsHook['fields']): Buffer {
    const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const text = sorted.reduce((all, [name, value]) => all + name + value, signedUrl);
    return createHmac('sha1', token).update(text, 'utf8').digest();
  }

  return {
    async send({ to, text, statusUrl }) {
      const { signal, clear } = deadline(attemptMilliseconds, [closing.signal]);
      try {
        const response = await fetch(messagesUrl, {
          method: 'POST',
          signal,
          redirect: 'error',
          headers: { authorization, accept: 'application/json' },
          body: new URLSearchParams({ To: to, From: from, Body: text, StatusCallback: statusUrl }),
        });
        return await resultOf(response);
      } catch (error) {
        const { message, cause } = error as Error;
        const reason = cause instanceof Error && cause.message ? cause.message : message;
        return { outcome: 'failed', error: oneLine(reason) };
      } finally {
        clear();
      }
    },

    isSigned({ url: hookUrl, fields, signature }) {
      const given = Buffer.from(signature, 'base64');
      const matches = signedUrls(hookUrl).map((one) => {
        const expected = signatureOf(one, fields);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return matches.includes(true);
    },

    read({ fields }) {
      const values = new Map(fields);
      const value = (name: string) => values.get(name) ?? '';
      const status = value('MessageStatus') || value('SmsStatus');
      const messageId = value('MessageSid').slice(0, 64);
      if (acceptedStates.includes(status)) {
        return { kind: 'status', providerMessageId: messageId, error: null };
      }
      if (failedStates.includes(status)) {
        const error = errorOfCode[Number(value('ErrorCode'))] ?? 'not_delivered';
        return { kind: 'status', providerMessageId: messageId, error };
      }
      const keyword = keywordOf(value('OptOutType'), value('Body'));
      if (!keyword || !messageId) return null;
      return { kind: 'reply', from: value('From'), stops: keyword === 'stop', replyId: messageId };
    },

    close: () => closing.abort(),
  };
}

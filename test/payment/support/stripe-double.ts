import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Call {
  path: string;
  idempotencyKey: string;
  authorization: string;
  fields: Record<string, string>;
}

interface DoubledSession {
  id: string;
  status: 'open' | 'expired' | 'complete';
  url: string | null;
}

/**
 * Simulates Stripe's documented behavior for Checkout Sessions, their expiry and refunds, including idempotency
 * keys: the first response to a key is repeated for every call with it.
 */
export async function startStripeDouble() {
  const calls: Call[] = [];
  const sessions = new Map<string, DoubledSession>();
  const refunds: { id: string; payment_intent: string }[] = [];
  const answers = new Map<string, { status: number; body: object }>();
  let failures = 0;
  let fails: (call: Call) => boolean = () => true;
  let hanging = false;
  const planned: { status: number; body: object }[] = [];
  const beforeAnswers: (() => Promise<unknown>)[] = [];

  const rejected = (message: string, code?: string) => ({
    status: 400,
    body: { error: { type: 'invalid_request_error', message, ...(code && { code }) } },
  });

  function answer({ path, fields }: Call): { status: number; body: object } {
    if (path === '/v1/checkout/sessions') {
      const id = `cs_test_${sessions.size + 1}`;
      const session: DoubledSession = { id, status: 'open', url: `https://checkout.test/${id}` };
      sessions.set(id, session);
      return { status: 200, body: { object: 'checkout.session', ...session } };
    }
    const expiring = /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/.exec(path);
    if (expiring) {
      const session = sessions.get(expiring[1] ?? '');
      if (session?.status !== 'open') {
        return rejected('Only Checkout Sessions with a status in ["open"] can be expired.');
      }
      session.status = 'expired';
      return { status: 200, body: { object: 'checkout.session', ...session } };
    }
    if (path === '/v1/refunds') {
      const intent = fields['payment_intent'] ?? '';
      if (refunds.some((one) => one.payment_intent === intent)) {
        return rejected('The charge has already been refunded.', 'charge_already_refunded');
      }
      const refund = { id: `re_${refunds.length + 1}`, payment_intent: intent };
      refunds.push(refund);
      return { status: 200, body: { object: 'refund', status: 'succeeded', ...refund } };
    }
    return { status: 404, body: { error: { type: 'invalid_request_error', message: 'unknown' } } };
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const call: Call = {
      path: request.url ?? '',
      idempotencyKey: String(request.headers['idempotency-key'] ?? ''),
      authorization: String(request.headers.authorization ?? ''),
      fields: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8'))),
    };
    calls.push(call);
    if (hanging) return;
    await beforeAnswers.shift()?.();
    let result: { status: number; body: object };
    if (failures > 0 && fails(call)) {
      failures -= 1;
      result = {
        status: 500,
        body: { error: { type: 'api_error', message: 'The status is unknown.' } },
      };
    } else {
      result = answers.get(call.idempotencyKey) ?? planned.shift() ?? answer(call);
      answers.set(call.idempotencyKey, result);
    }
    response.writeHead(result.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(result.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    endpoint: { host: '127.0.0.1', port, protocol: 'http' as const },
    calls,
    sessions,
    refunds,
    /**
     * Makes the next calls fail as if Stripe were down.
     * @param isMeant selects the calls, if other calls can occur in between
     */
    failNext(count: number, isMeant: typeof fails = () => true) {
      failures = count;
      fails = isMeant;
    },
    /** Sets the response for the next new idempotency key. */
    answerNext(status: number, body: object) {
      planned.push({ status, body });
    },
    /** Runs a function between the next call and its response. */
    beforeNextAnswer(act: () => Promise<unknown>) {
      beforeAnswers.push(act);
    },
    /** Accepts calls without responding while it is on. */
    hang(on: boolean) {
      hanging = on;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type StripeDouble = Awaited<ReturnType<typeof startStripeDouble>>;

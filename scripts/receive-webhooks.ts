/**
 * Receives webhooks and verifies them by Standard Webhooks 1.0, with nothing but Node: the example of a receiver.
 *
 * `npm run receive-webhooks -- SECRET [PORT]`; the service needs WEBHOOK_URL_HOSTS=127.0.0.1:PORT.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

/** How far the clocks may be apart, in seconds. */
const toleranceSeconds = 5 * 60;
const bytesMax = 64 * 1024;

/** The id of a webhook that is signed by the secret. @throws Error why it is refused */
function verify(secret: string, headers: IncomingHttpHeaders, body: string): string {
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new Error('the timestamp is missing or too far from now');
  }
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  const given = String(headers['webhook-signature']).split(' ');
  const valid = given.some((one) => {
    const signature = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  });
  if (!valid) throw new Error('no signature is of this secret');
  return id;
}

/** @throws Error where a stranger sends more than a webhook has, or breaks off */
async function readBody(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error('the body is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const [, , secret, port = '4100'] = process.argv;
if (!secret) throw new Error('usage: npm run receive-webhooks -- SECRET [PORT]');

/** Ids that came before, since a webhook may come twice; a service of yours keeps them for as long as it acts on them. */
const seen = new Set<string>();
const server = createServer(async (request, response) => {
  try {
    const body = await readBody(request);
    const id = verify(secret, request.headers, body);
    const { type, seq, data } = JSON.parse(body);
    const again = seen.has(id) ? ' (again)' : '';
    seen.add(id);
    process.stdout.write(`${seq} ${type}${again} ${JSON.stringify(data)}\n`);
    response.writeHead(204).end();
  } catch (error) {
    process.stdout.write(`refused: ${(error as Error).message}\n`);
    response.writeHead(400).end();
  }
});
server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(`receiving at http://127.0.0.1:${port}/\n`);
});

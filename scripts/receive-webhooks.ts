/**
 * Receives webhooks and verifies them by Standard Webhooks 1.0, using only Node: an example receiver.
 *
 * `npm run receive-webhooks -- SECRET [PORT]`; the service needs WEBHOOK_URL_HOSTS=127.0.0.1:PORT.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

/** Maximum difference between the clocks, in seconds. */
const toleranceSeconds = 5 * 60;
const bytesMax = 64 * 1024;

/**
 * Returns the id of a webhook with a valid signature.
 *
 * @throws Error with the reason for rejecting it
 */
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

/** @throws Error for a body that is too large or incomplete */
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

/**
 * Ids already received, since a webhook can arrive twice. A real service must remember them for as long as it acts on
 * them.
 */
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

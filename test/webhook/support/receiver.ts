import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../../support/app.js';

/** A post as received. */
export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  body: Json;
}

type Answer = { status: number; headers?: Record<string, string>; body?: string };

/**
 * Starts a receiver of webhooks on a separate port.
 * @param answer responds to a post; 204 by default
 */
export async function startReceiver(
  answer: (post: Received) => Answer | Promise<Answer> = () => ({ status: 204 }),
) {
  const posts: Received[] = [];
  const taken: Received[] = [];
  let respond = answer;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const post = { headers: request.headers, text, body: JSON.parse(text) };
    posts.push(post);
    const { status, headers, body } = await respond(post);
    if (status < 300) taken.push(post);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    host: `127.0.0.1:${port}`,
    /** Every post, in order. */
    posts,
    /** The posts that were answered with success. */
    taken,
    answerWith(next: typeof answer) {
      respond = next;
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

// The decryption of RFC 8188 that web-push depends on; it has no types.
const ece = createRequire(createRequire(import.meta.url).resolve('web-push'))('http_ece') as {
  decrypt(
    body: Buffer,
    options: {
      version: 'aes128gcm';
      privateKey: ReturnType<typeof createECDH>;
      authSecret: string;
    },
  ): Buffer;
};

/** A message as the push service received it. */
export interface PushPost {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A stand-in for the push service of a browser vendor. */
export async function startPushService() {
  const posts: PushPost[] = [];
  let status = 201;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    posts.push({
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks),
    });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    posts,
    answerWith(next: number) {
      status = next;
    },
    /** Creates a browser with its own endpoint and keys. */
    browser(name: string) {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = randomBytes(16).toString('base64url');
      const endpoint = `http://${host}/send/${name}`;
      return {
        input: { endpoint, p256dh: keys.getPublicKey().toString('base64url'), auth },
        /** Decrypts the messages to this browser. */
        messages: () =>
          posts
            .filter(({ path }) => path === `/send/${name}`)
            .map(({ body }) =>
              JSON.parse(
                ece
                  .decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: auth })
                  .toString('utf8'),
              ),
            ),
      };
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

export type PushService = Awaited<ReturnType<typeof startPushService>>;

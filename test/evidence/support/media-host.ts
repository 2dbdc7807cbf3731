import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Starts a local file host; tests allow it with MEDIA_URL_HOSTS. */
export async function startMediaHost() {
  const answers = new Map<string, Answer>();
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const answer = answers.get(request.url ?? '');
    if (answer) answer(response, request);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    requests: () => requests,
    url: (path: string) => `http://${host}${path}`,
    answer(path: string, answer: Answer): string {
      answers.set(path, answer);
      return `http://${host}${path}`;
    },
    file(path: string, bytes: Buffer, type = 'image/jpeg'): string {
      answers.set(path, (response) =>
        response
          .writeHead(200, { 'content-type': type, 'content-length': bytes.length })
          .end(bytes),
      );
      return `http://${host}${path}`;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type MediaHost = Awaited<ReturnType<typeof startMediaHost>>;

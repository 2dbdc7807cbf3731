import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { keepCollecting } from '../../test/support/collect-garbage.js';
import { createGuardedPost } from './guarded-post.js';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Posts to a server that responds with `answer`. */
async function post(answer: (response: ServerResponse) => void, timeoutMilliseconds = 10_000) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const poster = createGuardedPost({
    allowedHosts: [host],
    timeoutMilliseconds,
    answerBytesMax: 8,
  });
  stops.push(poster.close, () => {
    server.closeAllConnections();
    server.close();
  });
  return poster.post(`http://${host}/hooks`, '{}', {});
}

test('returns the status and the beginning of the response', async () => {
  const answered = await post((response) => {
    response.writeHead(503, { 'retry-after': '7' }).end('Not before noon');
  });
  expect(answered).toMatchObject({ status: 503, retryAfter: '7', text: 'Not befo' });
});

test('returns the status if the connection is lost during the response', async () => {
  const answered = await post((response) => {
    response.writeHead(200, { 'content-length': '100' }).write('ok', () => response.destroy());
  });
  expect(answered).toMatchObject({ status: 200, text: 'ok' });
});

test('returns the status if the response does not end', async () => {
  const answered = await post((response) => {
    response.writeHead(410).write('gone');
  }, 1_000);
  expect(answered).toMatchObject({ status: 410, text: 'gone' });
});

test('returns the status if the response trickles while garbage is collected', async () => {
  stops.push(keepCollecting());
  const answered = await post((response) => {
    response.writeHead(200).flushHeaders();
    const drip = setInterval(() => response.write(''), 20);
    response.on('close', () => clearInterval(drip));
  }, 300);
  expect(answered).toMatchObject({ status: 200, text: '' });
});

test('does not read more of a response than it returns', async () => {
  const answered = await post((response) => {
    response.writeHead(200).write('Not before noon');
  }, 60_000);
  expect(answered).toMatchObject({ status: 200, text: 'Not befo' });
});

test('fails if no response arrives', async () => {
  await expect(post(() => {}, 100)).rejects.toMatchObject({ kind: 'unavailable' });
});

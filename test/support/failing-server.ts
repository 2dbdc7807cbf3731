import { existsSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';

/** A failure of the next `times` commands with this name. */
export interface Failure {
  command: string;
  code: number;
  times: number;
}

const opMessage = 2013;
const headerBytes = 16;

/** Returns the command of an OP_MSG: its only section of kind 0. */
function commandOf(message: Buffer): Document | null {
  if (message.readInt32LE(12) !== opMessage || message[headerBytes + 4] !== 0) return null;
  const at = headerBytes + 5;
  return BSON.deserialize(message.subarray(at, at + message.readInt32LE(at)));
}

function answerTo(message: Buffer, document: Document): Buffer {
  const body = BSON.serialize(document);
  const head = Buffer.alloc(headerBytes + 5);
  head.writeInt32LE(head.length + body.length);
  message.copy(head, 8, 4, 8);
  head.writeInt32LE(opMessage, 12);
  return Buffer.concat([head, body]);
}

/** Starts a proxy to a MongoDB on which commands can be made to fail like those of a server in a failover. */
export async function startFailingServer(mongodbUri: string) {
  const target = decodeURIComponent(/mongodb:\/\/([^/?]+)/.exec(mongodbUri)?.[1] ?? '');
  const failures: Failure[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const [host = '', port] = target.split(':');
    const upstream = existsSync(target) ? connect(target) : connect(Number(port ?? 27017), host);
    let held: Buffer = Buffer.alloc(0);
    client.on('data', (chunk) => {
      held = Buffer.concat([held, chunk]);
      while (held.length >= 4 && held.length >= held.readInt32LE()) {
        const message = held.subarray(0, held.readInt32LE());
        held = held.subarray(message.length);
        const [name] = Object.keys(commandOf(message) ?? {});
        const failure = failures.find(({ command, times }) => command === name && times > 0);
        if (!failure) {
          upstream.write(message);
          continue;
        }
        failure.times -= 1;
        client.write(answerTo(message, { ok: 0, code: failure.code, errmsg: 'a failover' }));
      }
    });
    upstream.pipe(client);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    uri: `mongodb://127.0.0.1:${port}/?directConnection=true`,
    fail(failure: Failure) {
      failures.push(failure);
    },
    /** Returns the number of remaining failures. */
    left: () => failures.reduce((sum, { times }) => sum + times, 0),
    /** Removes the remaining failures. */
    heal() {
      failures.length = 0;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

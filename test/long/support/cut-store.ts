import type { ChildProcess } from 'node:child_process';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Encodes a string element of a BSON document as it appears in a command: `{ update: 'jobs' }`. */
function element(name: string, value: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32LE(Buffer.byteLength(value) + 1);
  return Buffer.concat([Buffer.from(`\x02${name}\0`), length, Buffer.from(`${value}\0`)]);
}

/**
 * Starts a proxy to the store for one process, which is killed as it sends a certain command: the store never
 * receives that command, but everything before it.
 */
export async function startCutStore(uri: string) {
  const { hostname, port } = new URL(uri);
  const host = decodeURIComponent(hostname);
  // The embedded store listens on a socket in a folder.
  const open = () => (host.startsWith('/') ? connect(host) : connect(Number(port), host));
  const sockets = new Set<Socket>();
  let doomed: { command: Buffer; text: string; left: number; child: ChildProcess } | null = null;

  /** @returns true if the process was killed for this message */
  function kills(message: Buffer): boolean {
    if (!doomed || !message.includes(doomed.command) || !message.includes(doomed.text))
      return false;
    doomed.left -= 1;
    if (doomed.left > 0) return false;
    doomed.child.kill('SIGKILL');
    for (const socket of sockets) socket.destroy();
    return true;
  }

  const server = createServer((client) => {
    const store = open();
    let pending = Buffer.alloc(0);
    for (const socket of [client, store]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        store.destroy();
      });
    }
    store.pipe(client);
    client.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      // Each message of the wire protocol begins with its length.
      while (pending.length >= 4 && pending.length >= pending.readInt32LE()) {
        const message = pending.subarray(0, pending.readInt32LE());
        pending = pending.subarray(message.length);
        if (kills(message)) return;
        store.write(message);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;

  return {
    uri: `mongodb://127.0.0.1:${own}/?directConnection=true`,
    /**
     * Kills the process as it sends a command for the `nth` time.
     * @param text also appears in the command
     */
    killAt(
      child: ChildProcess,
      command: 'insert' | 'update',
      collection: string,
      { text = '', nth = 1 } = {},
    ): void {
      doomed = { command: element(command, collection), text, left: nth, child };
    },
    stop(): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

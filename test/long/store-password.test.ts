import { createHash, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { docOf, Raw, rawType } from '../../src/embedded/bson.js';
import { serve } from '../../src/embedded/wire.js';
import { killServices, newDataDir, spawnService } from '../support/process.js';

afterEach(killServices);

const salt = Buffer.from('sixteen bytes of');
const iterations = 4096;

/** Implements the server side of SCRAM-SHA-256 (RFC 5802 and 7677) for a user with a known prepared password. */
function scram(password: string) {
  const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest();
  let conversation = '';
  return {
    first(message: string): string {
      const bare = message.replace('n,,', '');
      const nonce = /r=([^,]+)/.exec(bare)?.[1];
      const answer = `r=${nonce}of-the-server,s=${salt.toString('base64')},i=${iterations}`;
      conversation = `${bare},${answer}`;
      return answer;
    },
    /** Returns the server's signature, or null if the proof is for another password. */
    final(message: string): string | null {
      const [, withoutProof = '', proof = ''] = /^(.+),p=(.+)$/.exec(message) ?? [];
      const exchange = `${conversation},${withoutProof}`;
      const signature = hmac(storedKey, exchange);
      const clientKey = Buffer.from(proof, 'base64').map((byte, at) => byte ^ (signature[at] ?? 0));
      const shown = createHash('sha256').update(clientKey).digest();
      if (!timingSafeEqual(shown, storedKey)) return null;
      return `v=${hmac(hmac(salted, 'Server Key'), exchange).toString('base64')}`;
    },
  };
}

const hello = docOf({
  ok: 1,
  isWritablePrimary: true,
  helloOk: true,
  minWireVersion: 0,
  maxWireVersion: 21,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
});

/** Encodes bytes in BSON: their length, their subtype and their content. */
function binary(text: string): Raw {
  const head = Buffer.alloc(5);
  head.writeInt32LE(Buffer.byteLength(text));
  return new Raw(rawType.binary, Buffer.concat([head, Buffer.from(text)]));
}

const reply = (text: string, done: boolean) =>
  docOf({ ok: 1, conversationId: 1, done, payload: binary(text) });

/** Starts a server that accepts one prepared password, and reports the first command after the login. */
async function startServer(password: string) {
  let seen: (command: string | null) => void;
  const first = new Promise<string | null>((resolve) => {
    seen = resolve;
  });
  const server = createServer((socket) => {
    const conversation = scram(password);
    void serve(socket, async (command) => {
      const [name = ''] = command.keys();
      const sent = command.get('payload');
      const payload = sent instanceof Raw ? sent.bytes.toString('utf8', 5) : '';
      if (/^(hello|ismaster)$/i.test(name)) return hello;
      if (name === 'saslStart') return reply(conversation.first(payload), false);
      if (name === 'saslContinue') {
        const signature = conversation.final(payload);
        if (signature) return reply(signature, true);
        seen(null);
        return docOf({
          ok: 0,
          code: 18,
          codeName: 'AuthenticationFailed',
          errmsg: 'wrong password',
        });
      }
      seen(name);
      return docOf({ ok: 0, code: 59, errmsg: `no ${name} here` });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, first, close: () => server.close() };
}

const firstCommand = async (password: string, prepared: string) => {
  const server = await startServer(prepared);
  const login = `someone:${encodeURIComponent(password)}`;
  const options = 'authMechanism=SCRAM-SHA-256&directConnection=true';
  const MONGODB_URI = `mongodb://${login}@127.0.0.1:${server.port}/?${options}`;
  spawnService({ DATA_DIR: newDataDir(), MONGODB_URI });
  const command = await server.first;
  server.close();
  return command;
};

it('the service logs in to its store with the password as normalized by SASLprep', async () => {
  expect(await firstCommand('Ⅸ\u00adpass', 'IXpass')).toMatch(/^\w+$/);
});

it('the service is rejected with another password', async () => {
  expect(await firstCommand('wrong', 'IXpass')).toBe(null);
});

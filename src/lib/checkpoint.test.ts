import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openCheckpoint, readVerifierKey, signCheckpoint, verifierKey } from './checkpoint.js';
import { leafHash } from './merkle.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const origin = 'checks.example/log';
const checkpoint = { origin, size: 12, root: leafHash('root') };
const note = signCheckpoint(checkpoint, privateKey);
/** The same 64 bytes: the last digit of their base64 has unused bits. */
const respelt = note.replace(/.(?==\n$)/, (digit) => String.fromCharCode(digit.charCodeAt(0) + 1));

describe('openCheckpoint', () => {
  it('reads a checkpoint with the key of the log', () => {
    expect(openCheckpoint(note, publicKey, origin)).toEqual(checkpoint);
  });

  it('allows additional signatures of witnesses', () => {
    const witnessed = `${note}— witness.example AAAAAAAA\n`;
    expect(openCheckpoint(witnessed, publicKey, origin)).toEqual(checkpoint);
  });

  it.each([
    ['another key', note, generateKeyPairSync('ed25519').publicKey, origin],
    ['another size', note.replace('\n12\n', '\n13\n'), publicKey, origin],
    ['another log', note, publicKey, 'other.example'],
    ['no signature', note.slice(0, note.indexOf('—')), publicKey, origin],
    ['a text that is not a note', 'hello', publicKey, origin],
    ['text after the signature', `${note}All is well.`, publicKey, origin],
    [
      'a line among the signatures that is not a signature',
      `${note}All is well.\n`,
      publicKey,
      origin,
    ],
    ['a signature in another encoding', respelt, publicKey, origin],
  ])('rejects %s', (_name, text, key, name) => {
    expect(() => openCheckpoint(text, key, name)).toThrow();
  });
});

describe('a verifier key', () => {
  it('names the log and the key', () => {
    const { name, key } = readVerifierKey(verifierKey(origin, publicKey));
    expect(name).toBe(origin);
    expect(key.export({ format: 'jwk' })).toEqual(
      createPublicKey(privateKey).export({ format: 'jwk' }),
    );
  });

  it('matches the example of signed-note', () => {
    const vkey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    const { name, key } = readVerifierKey(vkey);
    expect(verifierKey(name, key)).toBe(vkey);
  });

  it.each(['', 'name', 'name+00000000+AAAA'])('rejects %j', (vkey) => {
    expect(() => readVerifierKey(vkey)).toThrow();
  });
});

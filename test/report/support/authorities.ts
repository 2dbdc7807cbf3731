import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** True if a program is available on this machine. */
export const isThere = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args).error === undefined;

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });

/** Creates a temporary folder. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'report-signature-'));
  return {
    at: (name: string) => join(folder, name),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
export type Folder = ReturnType<typeof temporaryFolder>;

export interface IssuedPair {
  chainPem: string;
  keyPem: string;
  chain: Buffer[];
  privateKey: KeyObject;
}

/**
 * Issues a certificate under a certificate authority with openssl.
 * @param options.days until its expiry; a negative number has already expired
 */
export function issuePair(
  folder: Folder,
  {
    name,
    key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
    extensions = 'keyUsage=critical,digitalSignature,nonRepudiation',
    days = 30,
  }: { name: string; key?: KeyObject; extensions?: string; days?: number },
): IssuedPair {
  const file = (end: string) => folder.at(`${name}-${end}`);
  const keyPem = key.export({ type: 'pkcs8', format: 'pem' }) as string;
  writeFileSync(file('key.pem'), keyPem);
  writeFileSync(file('extensions'), extensions);
  const [root, request, leaf] = [file('root.pem'), file('request.pem'), file('leaf.pem')];
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const rootKey = ['-keyout', file('root-key.pem')];
  openssl('req', '-x509', ...ec, ...rootKey, '-out', root, '-subj', `/CN=${name} root`);
  openssl(
    'req',
    '-new',
    '-key',
    file('key.pem'),
    '-out',
    request,
    '-subj',
    `/O=Example/CN=${name}`,
  );
  const issuer = ['-CA', root, '-CAkey', file('root-key.pem'), '-CAcreateserial'];
  const how = ['-days', String(days), '-extfile', file('extensions')];
  openssl('x509', '-req', '-in', request, '-out', leaf, ...issuer, ...how);
  const pems = [leaf, root].map((path) => readFileSync(path, 'utf8'));
  return {
    chainPem: pems.join(''),
    keyPem,
    chain: pems.map((pem) => new X509Certificate(pem).raw),
    privateKey: key,
  };
}

/** Starts a local timestamp authority, which responds with `openssl ts` unless it is set to be unavailable. */
export async function startTimestampAuthority(folder: Folder, name = 'Test TSA') {
  const extensions = 'keyUsage=critical,digitalSignature\nextendedKeyUsage=critical,timeStamping';
  const pair = issuePair(folder, { name: 'tsa', extensions });
  const own = issuePair(folder, { name, extensions, key: pair.privateKey });
  const [leaf, root] = own.chain.map((der) => new X509Certificate(der).toString());
  writeFileSync(folder.at('tsa.pem'), leaf!);
  writeFileSync(folder.at('tsa-root.pem'), root!);
  writeFileSync(folder.at('tsa-key.pem'), own.keyPem);
  writeFileSync(folder.at('serial'), '01\n');
  writeFileSync(
    folder.at('tsa.cnf'),
    `[tsa]\ndefault_tsa = it\n[it]\nserial = ${folder.at('serial')}\nsigner_digest = sha256\n` +
      'default_policy = 1.2.3.4.1\ndigests = sha256\naccuracy = secs:1\ness_cert_id_alg = sha256\n',
  );
  const state = { away: false, requests: 0, spoil: (answer: Buffer) => answer };

  function answerTo(query: Buffer): Buffer {
    writeFileSync(folder.at('query'), query);
    const signer = ['-signer', folder.at('tsa.pem'), '-inkey', folder.at('tsa-key.pem')];
    const files = ['-queryfile', folder.at('query'), '-out', folder.at('reply')];
    openssl('ts', '-reply', '-config', folder.at('tsa.cnf'), ...signer, ...files);
    return state.spoil(readFileSync(folder.at('reply')));
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      state.requests++;
      if (state.away) return response.writeHead(503).end();
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' });
      return response.end(answerTo(Buffer.concat(parts)));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`,
    state,
    stop: () => new Promise((done) => server.close(done)),
  };
}

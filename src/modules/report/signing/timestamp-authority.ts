import { hash, randomBytes } from 'node:crypto';
import { GuardedFetchError } from '../../../lib/guarded-fetch.js';
import { createGuardedPost } from '../../../lib/guarded-post.js';
import { loadPki, ownBuffer } from '../../../lib/pki.js';
import { kibibyte, second } from '../../../lib/units.js';
import { readToken, TimestampError, type TokenFacts } from './timestamp-token.js';

/** Short, because a PDF waits for the response. */
const requestMilliseconds = 5 * second;
const answerBytesMax = 64 * kibibyte;

const sha256Oid = '2.16.840.1.101.3.4.2.1';

/** A verified token and its facts. */
export interface Timestamp {
  token: Buffer;
  facts: TokenFacts;
}

export type TimestampAuthority = ReturnType<typeof createTimestampAuthority>;

/**
 * Client of a timestamp authority over HTTP (RFC 3161, 3.4). The operator configures its URL: plain HTTP and private
 * hosts are allowed, redirects are not followed.
 */
export function createTimestampAuthority(url: string) {
  const poster = createGuardedPost({
    allowedHosts: [new URL(url).hostname.toLowerCase()],
    timeoutMilliseconds: requestMilliseconds,
    answerBytesMax,
  });

  async function ask(request: Buffer): Promise<Buffer> {
    try {
      const { status, bytes } = await poster.post(url, request, {
        'content-type': 'application/timestamp-query',
      });
      if (status === 200) return bytes;
      throw new TimestampError(`the authority returned status ${status}`);
    } catch (error) {
      if (error instanceof GuardedFetchError) throw new TimestampError(error.message);
      throw error;
    }
  }

  return {
    /** @throws TimestampError if the authority returns no token that verifies */
    async stamp(data: Uint8Array): Promise<Timestamp> {
      const { asn1js, pkijs } = await loadPki();
      // The first byte is 1: the number is positive and DER drops no leading zero.
      const nonce = Buffer.concat([Buffer.of(1), randomBytes(15)]);
      const request = new pkijs.TimeStampReq({
        version: 1,
        messageImprint: new pkijs.MessageImprint({
          hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: sha256Oid }),
          hashedMessage: new asn1js.OctetString({
            valueHex: ownBuffer(hash('sha256', data, 'buffer')),
          }),
        }),
        nonce: new asn1js.Integer({ valueHex: ownBuffer(nonce) }),
        certReq: true,
      });
      const token = await tokenOf(await ask(Buffer.from(request.toSchema().toBER())));
      const facts = await readToken(token, data);
      if (facts.nonce !== nonce.toString('hex')) {
        throw new TimestampError('the timestamp answers another request');
      }
      return { token, facts };
    },
    close: poster.close,
  };
}

/** Returns the token of a TimeStampResp, byte for byte as received. */
async function tokenOf(answer: Buffer): Promise<Buffer> {
  const { asn1js, pkijs } = await loadPki();
  let status: number;
  try {
    status = pkijs.TimeStampResp.fromBER(ownBuffer(answer)).status.status;
  } catch {
    throw new TimestampError('the authority returned something else than a timestamp response');
  }
  const parsed = asn1js.fromBER(ownBuffer(answer)).result as unknown as {
    valueBlock: { value: { valueBeforeDecodeView: Uint8Array }[] };
  };
  const token = parsed.valueBlock.value[1];
  // 0: granted, 1: granted with modifications.
  if (status > 1 || !token) throw new TimestampError(`the authority refused with status ${status}`);
  return Buffer.from(token.valueBeforeDecodeView);
}

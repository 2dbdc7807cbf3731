import { hash } from 'node:crypto';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Logger } from 'pino';
import { ApiError, errorText } from '../../errors.js';
import { second } from '../units.js';

/** A bucket of an S3 service, and the credentials for it. */
export interface BucketSettings {
  bucket: string;
  /** Base address of a service other than AWS, without a trailing slash. */
  endpoint: string | null;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
}

interface Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Empty: the bucket itself. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer;
  /** Statuses that the caller handles. */
  expected: readonly number[];
  /** True if the request can be repeated when its outcome is unknown. */
  repeatable?: boolean;
  /** True if the body is read as fast as a client receives it, without a time limit. */
  streamed?: boolean;
}

/** Maximum time without any byte sent or received. */
const silentMilliseconds = 10 * second;
const attemptsMax = 3;
const firstPauseMilliseconds = 200;

const isBusy = (status: number) => status === 429 || status >= 500;

/** The storage does not answer: another attempt would take as long. */
class StorageSilent extends Error {}

/** A request that the storage did not execute, or whose outcome is unknown. */
export class StorageUnavailable extends ApiError {
  constructor(cause: unknown) {
    super('unavailable', errorText('error.storage'), {
      headers: { 'retry-after': '5' },
      cause,
    });
  }
}

export type Bucket = ReturnType<typeof openBucket>;

/** Returns the base address of a bucket: by path at an endpoint, otherwise by host at AWS. */
export function addressOf({ bucket, endpoint, region }: BucketSettings): string {
  if (endpoint) return `${endpoint}/${bucket}`;
  const host = `s3.${region}.amazonaws.com`;
  // TLS certificates for hosts of buckets have one wildcard label.
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}

/** Opens a bucket. Requests are signed with AWS Signature Version 4, with the hash of their body. */
export function openBucket(settings: BucketSettings, log: Logger) {
  const base = addressOf(settings);
  const { region, accessKeyId, secretAccessKey, sessionToken } = settings;
  const signing = {
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
  };
  const { Agent, request: open } = base.startsWith('https:') ? https : http;
  const agent = new Agent({ keepAlive: true });

  function urlOf(key: string, query: Record<string, string>): string {
    const search = new URLSearchParams(query).toString();
    return `${base}/${key}${search && `?${search}`}`;
  }

  // Not undici: version 7 ends the process when a server closes a connection whose response is not being read.
  async function attempt(given: Call): Promise<IncomingMessage> {
    const { method, key, query = {}, headers, body } = given;
    const signed = await new AwsV4Signer({
      ...signing,
      method,
      url: urlOf(key, query),
      headers: { ...headers, 'x-amz-content-sha256': hash('sha256', body ?? '') },
    }).sign();
    return new Promise((resolve, reject) => {
      const sent = open(signed.url, {
        method,
        headers: Object.fromEntries(signed.headers),
        agent,
        timeout: silentMilliseconds,
      });
      sent.on('timeout', () => sent.destroy(new StorageSilent('no response in time')));
      sent.on('error', (error) => reject(error));
      sent.on('response', (answer) => {
        if (given.streamed) sent.setTimeout(0);
        resolve(answer);
      });
      sent.end(body);
    });
  }

  /** @throws StorageUnavailable, Error if the status is not expected */
  async function call(given: Call): Promise<IncomingMessage> {
    for (let attempts = 1; ; attempts++) {
      let failure: unknown;
      try {
        const answer = await attempt(given);
        const status = answer.statusCode ?? 0;
        if (given.expected.includes(status)) return answer;
        const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await text(answer)) ?? [];
        failure = new Error(`${given.method} of the file storage: ${status} ${code}`);
        if (!isBusy(status)) throw failure;
      } catch (error) {
        if (error === failure) throw error;
        failure = error;
      }
      if (!given.repeatable || attempts === attemptsMax || failure instanceof StorageSilent) {
        log.error({ err: failure }, 'the file storage is unavailable');
        throw new StorageUnavailable(failure);
      }
      await pause(firstPauseMilliseconds * 2 ** (attempts - 1));
    }
  }

  return {
    call,
    /** @throws StorageUnavailable, Error if the bucket does not exist or the credentials are not valid for it */
    async check(): Promise<void> {
      const answer = await call({ method: 'HEAD', key: '', expected: [200], repeatable: true });
      answer.resume();
    },
    /** Returns a URL that serves a file until it expires. */
    async presign(key: string, expiresSeconds: number, query: Record<string, string>) {
      const url = urlOf(key, { ...query, 'X-Amz-Expires': String(expiresSeconds) });
      const signed = await new AwsV4Signer({ ...signing, url, signQuery: true }).sign();
      return signed.url.toString();
    },
    close(): void {
      agent.destroy();
    },
  };
}

import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.js';

/** Fields that are redacted from the log at any depth. */
const redacted = [
  'apiKey',
  'secret',
  'token',
  'accessToken',
  'access_token',
  'authorization',
  'password',
  'currentPassword',
  'newPassword',
];

/** Newline-delimited JSON, buffered for up to 100 ms because each write is expensive. */
const batch = { sync: false, minLength: 4096, periodicFlush: 100 };
/** Bytes buffered for a slow reader; further lines are dropped. */
const waitingBytesMax = 1024 * 1024;
/** Longest wait for buffered lines before an exit. */
const flushMilliseconds = 1_000;

/**
 * Standard output. Lines that cannot be written are dropped, because the reader has gone or the disk is full;
 * requests continue.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ ...batch, maxLength: waitingBytesMax });
  output.on('error', () => undefined);
  // On exit pino would retry until the lines are written. Code that ends the process calls `flushed` first.
  output.flushSync = () => undefined;
  return output;
}

/** Creates the log of the process. Secrets are redacted by field name, up to two levels deep. */
export function createLog(
  config: Config,
  destination: DestinationStream = standardOutput(),
): Logger {
  const redact = redacted.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino({ level: config.logLevel, redact }, destination);
}

/** Resolves when buffered lines are written, or after one second. */
export function flushed(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, flushMilliseconds);
    log.flush(() => resolve());
  });
}

import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.js';

/** What must never stand in a log, wherever it is nested. */
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

/** Lines leave the process in batches, a tenth of a second late at most: each write is expensive. */
const batch = { sync: false, minLength: 4096, periodicFlush: 100 };
/** So much waits for a reader; what comes beyond is dropped. */
const waitingBytesMax = 1024 * 1024;
/** So long an end waits for the lines that are left. */
const flushMilliseconds = 1_000;

/** Standard output. What it does not take is dropped, since its reader is gone or its disk full: requests go on. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ ...batch, maxLength: waitingBytesMax });
  output.on('error', () => undefined);
  // At an exit it would be tried until it is taken. Whoever ends the process calls `flushed` before.
  output.flushSync = () => undefined;
  return output;
}

/** The log of the process; secrets are redacted by their names, at every level. */
export function createLog(
  config: Config,
  destination: DestinationStream = standardOutput(),
): Logger {
  const redact = redacted.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino({ level: config.logLevel, redact }, destination);
}

/** Resolves when the lines that were written have left the process, or cannot leave it in time. */
export function flushed(log: Logger): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, flushMilliseconds);
    log.flush(() => resolve());
  });
}

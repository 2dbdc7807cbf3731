/** The job for benchmarks and tests: a valid body of POST /v1/jobs. */
import { randomUUID } from 'node:crypto';

/** Each call returns a new nonce. */
export const sampleJob = () => ({
  objective: 'Is the shop open?',
  address: 'Alexanderplatz 1, 10178 Berlin',
  latitude: 52.5219,
  longitude: 13.4132,
  notes: 'The entrance is on the square.',
  nonce: randomUUID(),
});

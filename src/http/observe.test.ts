import { expect, it } from 'vitest';
import { loggedPath } from './observe.js';

const id = '0198d6a0-7c1f-7000-8000-000000000001';
const token = 'x'.repeat(37);

it.each([
  ['/v1/jobs', '/v1/jobs'],
  [`/v1/jobs/${id}/report`, `/v1/jobs/${id}/report`],
  [`/v1/jobs/${token}/report`, '/v1/jobs/…/report'],
  [`/${token}/${token}`, '/…/…'],
  [`/checkout/${id}`, '/checkout/…'],
  ['/ab'.repeat(100), `${'/ab'.repeat(85)}…`],
])('loggedPath returns for %s: %s', (path, logged) => {
  expect(loggedPath(path)).toBe(logged);
});

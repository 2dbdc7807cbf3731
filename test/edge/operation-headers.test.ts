import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Call } from '../../src/context.js';
import { createJob } from '../../src/modules/job/create-job.js';
import { graphqlRequest, recordOf } from '../support/apis.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.stop());

/** Lets the operation leave header fields, as one that begins a session does. */
function leaveHeaders() {
  const run = createJob.run;
  vi.spyOn(createJob, 'run').mockImplementation((ctx, args, selects) => {
    const { notes } = ctx as Call;
    notes.headers['cache-control'] = 'private, max-age=1';
    notes.cookies.push('one=1; HttpOnly', 'two=2; HttpOnly');
    return run(ctx, args, selects);
  });
}

it.each([
  ['REST', () => app.rest('POST', '/v1/jobs', { body: jobBody() })],
  [
    'GraphQL',
    () => {
      const { document, variables } = graphqlRequest(recordOf('createJob'), { input: jobBody() });
      return app.graphql(document, variables);
    },
  ],
])('cookies and other header fields of an operation reach the answer of %s', async (_, ask) => {
  leaveHeaders();
  const { headers } = await ask();
  expect(headers.getSetCookie()).toEqual(['one=1; HttpOnly', 'two=2; HttpOnly']);
  expect(headers.get('cache-control')).toBe('private, max-age=1');
  vi.restoreAllMocks();
  expect((await ask()).headers.getSetCookie()).toEqual([]);
});

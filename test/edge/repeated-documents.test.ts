import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let jobId: string;

beforeAll(async () => {
  app = await startTestApp();
  const { body } = await app.rest('POST', '/v1/jobs', {
    body: {
      objective: 'Is the shop open?',
      address: 'Alexanderplatz 1, 10178 Berlin',
      latitude: 52.5219,
      longitude: 13.4132,
      notes: 'By the tram.',
      nonce: 'compiled-1',
    },
  });
  jobId = body.job_id;
});
afterAll(() => app.stop());

const missing = '01890000-0000-7000-8000-000000000000';

/** Removes the parts of a response that differ between requests. */
function comparable(text: string): string {
  return text.replace(/"requestId":"[^"]*"/g, '"requestId":"…"');
}

async function ask(request: object): Promise<string> {
  const response = await app.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': pilotKey },
    body: JSON.stringify(request),
  });
  return `${response.status} ${comparable(await response.text())}`;
}

// The first request is parsed and validated; the others use the cached document.
const times = 3;

/** Names that every JavaScript object inherits, and that are valid in GraphQL. */
const inherited = Object.getOwnPropertyNames(Object.prototype);

describe('a repeated document has the same response:', () => {
  test.each<[string, { query: string; variables?: object; operationName?: string }]>([
    [
      'fragments, aliases, enums, dates and lists',
      {
        query: `query($id: ID!) { one: job(id: $id) { ...whole again: status } }
          fragment whole on Job { jobId status createdAt latitude steps { stepName status } report { status } }`,
        variables: { id: 'JOB' },
      },
    ],
    [
      'fields that are skipped and included',
      {
        query: `query($id: ID!, $yes: Boolean = true, $no: Boolean!) {
          job(id: $id) { jobId status @skip(if: $yes) revision @include(if: $yes) ... @include(if: $no) { notes } } }`,
        variables: { id: 'JOB', no: false },
      },
    ],
    [
      'a page with its cursors',
      {
        query:
          '{ jobs(first: 1) { edges { cursor node { jobId } } pageInfo { hasNextPage } totalCount } }',
      },
    ],
    [
      'type names and introspection',
      {
        query:
          '{ __typename __type(name: "JobStatus") { enumValues { name } } viewer { __typename } }',
      },
    ],
    [
      'one of several operations',
      {
        query: 'query A { viewer { __typename } } query B { job(id: "x") { jobId } }',
        operationName: 'B',
      },
    ],
    [
      'an error with its path, next to data',
      {
        query: `query($id: ID!) {
          found: job(id: $id) { jobId }
            lost: job(id: "${missing}") {
              jobId
            }
        }`,
        variables: { id: 'JOB' },
      },
    ],
    [
      'an unknown operation name',
      { query: 'query A { viewer { __typename } }', operationName: 'Z' },
    ],
    ['a missing variable', { query: 'query($id: ID!) { job(id: $id) { jobId } }' }],
    [
      'a variable of the wrong type',
      { query: 'query($n: Int) { jobs(first: $n) { nodes { jobId } } }', variables: { n: 'many' } },
    ],
    [
      'an input object with wrong members',
      {
        query: 'mutation($input: CreateJobInput!) { createJob(input: $input) { jobId } }',
        variables: { input: { objective: 7, colour: 'red' } },
      },
    ],
    [
      'an input object that violates its bounds',
      {
        query: 'mutation($input: CreateJobInput!) { createJob(input: $input) { jobId } }',
        variables: {
          input: { objective: '', address: 'a', latitude: 1, longitude: 2, nonce: 'n' },
        },
      },
    ],
    [
      'aliases with the names of inherited members',
      {
        query: `query($id: ID!) {
          ${inherited.map((name) => `${name}: job(id: $id) { ${name}: jobId steps { ${name}: label } }`).join(' ')}
          __parent: viewer { __context: scopes prototype: __typename } then: viewer { scopes } }`,
        variables: { id: 'JOB' },
      },
    ],
    [
      'variables with the names of inherited members',
      {
        query: `query(${inherited.map((name) => `$${name}: ID!`).join(' ')}) {
          ${inherited.map((name, i) => `a${i}: job(id: $${name}) { jobId }`).join(' ')} }`,
        variables: Object.fromEntries(inherited.map((name) => [name, 'JOB'])),
      },
    ],
    [
      'a page length from a variable with the name of an inherited member',
      { query: 'query($valueOf: Int! = 2) { jobs(first: $valueOf) { nodes { jobId } } }' },
    ],
    ['a page length beyond its maximum', { query: '{ jobs(first: 1000) { nodes { jobId } } }' }],
  ])('%s', async (_, request) => {
    const text = JSON.stringify(request).replaceAll('"JOB"', JSON.stringify(jobId));
    const answers = [];
    for (let i = 0; i < times; i++) answers.push(await ask(JSON.parse(text)));
    expect(new Set(answers)).toEqual(new Set([answers[0]]));
  });

  test('an input object with a member that every object inherits', async () => {
    const query = 'mutation($input: CreateJobInput!) { createJob(input: $input) { jobId } }';
    const request = (name: string) =>
      JSON.parse(
        `{"query":${JSON.stringify(query)},"variables":{"input":{"objective":"Is it there?","address":"a","latitude":1,"longitude":2,"notes":"None.","nonce":"n","${name}":{"notes":"Some."}}}}`,
      );
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const answers = [];
      for (let i = 0; i < times; i++) answers.push(await ask(request(name)));
      expect(new Set(answers)).toEqual(new Set([answers[0]]));
      expect(answers[0]).toContain(`${name}\\" is not defined`);
    }
  });

  test('every alias is in the response', async () => {
    const query = `{ ${inherited.map((name) => `${name}: viewer { ${name}: __typename }`).join(' ')} }`;
    for (let i = 0; i < times; i++) {
      const answer = JSON.parse((await ask({ query })).slice(4)).data;
      expect(Object.keys(answer)).toEqual(inherited);
      for (const name of inherited) expect(Object.keys(answer[name])).toEqual([name]);
    }
  });

  test('mutations of one document run sequentially', async () => {
    const create = (alias: string) =>
      `${alias}: createJob(input: {objective: "Is it there?", address: "Alexanderplatz 1", latitude: 1, longitude: 2, notes: "None.", nonce: $nonce}) { jobId revision }`;
    const query = `mutation($nonce: String!) { ${create('a')} ${create('b')} }`;
    for (let i = 0; i < times; i++) {
      const { data, errors } = await app.graphql(query, { nonce: `in-series-${i}` });
      expect(errors).toBeUndefined();
      expect(data.a.jobId).toBe(data.b.jobId);
    }
  });
});

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url).pathname;

/** Fragment containers as a Relay application writes them: a page that goes both ways, and its rows. */
const sources = {
  'Row.ts': `graphql\`
    fragment Row_job on Job @refetchable(queryName: "RowRefetchQuery") { jobId status }
  \``,
  'List.ts': `graphql\`
    fragment List_query on Query
    @argumentDefinitions(
      first: { type: "Int" } after: { type: "String" } last: { type: "Int" } before: { type: "String" }
    )
    @refetchable(queryName: "ListPaginationQuery") {
      jobs(first: $first, after: $after, last: $last, before: $before) @connection(key: "List_jobs") {
        totalCount
        edges { node { ...Row_job } }
      }
    }
  \``,
  'Feed.ts': `graphql\`
    fragment Feed_query on Query
    @argumentDefinitions(count: { type: "Int", defaultValue: 2 }, cursor: { type: "String" })
    @refetchable(queryName: "FeedPaginationQuery") {
      events(first: $count, after: $cursor) @connection(key: "Feed_events") {
        edges { node { seq type } }
      }
    }
  \``,
  'Page.ts': `graphql\`
    query PageQuery($first: Int) { ...List_query @arguments(first: $first) ...Feed_query }
  \``,
};

let app: TestApp;
let directory: string;
beforeAll(async () => {
  app = await startTestApp();
  for (let i = 0; i < 3; i += 1) await app.rest('POST', '/v1/jobs', { body: jobBody() });
  await app.services.relay.drain();
  directory = await mkdtemp(join(tmpdir(), 'relay-client-'));
  await mkdir(join(directory, 'src'));
  await mkdir(join(directory, 'artifacts'));
  for (const [name, text] of Object.entries(sources)) {
    await writeFile(
      join(directory, 'src', name),
      `import { graphql } from 'react-relay';\n${text};\n`,
    );
  }
  const config = {
    src: './src',
    schema: join(root, 'schema/schema.graphql'),
    language: 'typescript',
    artifactDirectory: './artifacts',
    customScalarTypes: { SafeInt: 'number', UUID: 'string', DateTime: 'string', JSON: 'unknown' },
  };
  await writeFile(join(directory, 'relay.config.json'), JSON.stringify(config));
});
afterAll(async () => {
  await app.stop();
  await rm(directory, { recursive: true, force: true });
});

/** The text that the compiler made of an operation, which is what a client sends. */
async function compiled(operation: string): Promise<string> {
  const artifact = await readFile(join(directory, 'artifacts', `${operation}.graphql.ts`), 'utf8');
  const [, text] = /"text": ("(?:[^"\\]|\\.)*")/.exec(artifact) ?? [];
  return JSON.parse(text ?? 'null');
}
async function ask(operation: string, variables: Record<string, unknown>) {
  const { data, errors } = await app.graphql(await compiled(operation), variables);
  expect(errors).toBeUndefined();
  return data;
}

it('compiles and serves the fragment containers of a Relay application as they come', async () => {
  const compiler = join(root, 'node_modules/relay-compiler/cli.js');
  await run(process.execPath, [compiler, 'relay.config.json'], { cwd: directory });

  const page = await ask('PageQuery', { first: 2 });
  expect(page.jobs).toMatchObject({
    totalCount: 3,
    edges: [{ node: { __typename: 'Job', id: expect.any(String) } }, {}],
    pageInfo: { hasNextPage: true, hasPreviousPage: false },
  });
  expect(page.events.edges).toMatchObject([{ node: { seq: 1 } }, { node: { seq: 2 } }]);

  // As usePaginationFragment pages: null for the direction that it does not go.
  const { endCursor } = page.jobs.pageInfo;
  const next = await ask('ListPaginationQuery', {
    first: 2,
    after: endCursor,
    last: null,
    before: null,
  });
  expect(next.jobs.edges.length).toBe(1);
  const previous = await ask('ListPaginationQuery', {
    first: null,
    after: null,
    last: 2,
    before: next.jobs.pageInfo.startCursor,
  });
  expect(previous.jobs.edges).toEqual(page.jobs.edges);

  const { node } = next.jobs.edges[0];
  const row = await ask('RowRefetchQuery', { id: node.id });
  expect(row.node).toEqual(node);
});

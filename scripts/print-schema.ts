// Writes the files in schema/ and the tables of docs/reference.md from the code.

import { readFileSync, writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { endpoints } from '../src/endpoints.js';
import { errorCatalogue } from '../src/errors.js';
import { schema } from '../src/graphql/schema.js';
import { readAnswerExamples } from '../src/rest/openapi/examples.js';
import { openApiDocument } from '../src/rest/openapi/openapi.js';
import { restRoutes } from '../src/rest/routes.js';
import { createRestView } from '../src/rest/view.js';
import { jsonText } from './json-text.js';
import { limitTable } from './limit-table.js';
import { introspectionTypes, restTypes } from './print-types.js';
import { exampleRoutes } from './record-examples/routes.js';

const root = new URL('../../', import.meta.url);
const write = (path: string, text: string) => writeFileSync(new URL(path, root), text);

/** Returns a table of every documented path with its credential and its summary, sorted by path. */
function pathTable(): string {
  const routes = [
    ...restRoutes().map(({ op, ...route }) => ({ ...route, label: op.access.label })),
    ...endpoints.map(({ access, ...route }) => ({ ...route, label: access.label })),
  ];
  const rows = routes
    .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1))
    .map(({ method, path, label, summary }) => `| \`${method} ${path}\` | ${label} | ${summary} |`);
  return ['| path | scope or credential | what it does |', '|---|---|---|', ...rows].join('\n');
}

/** Returns a table of every error code with its status, title and hint, by status. */
function errorTable(): string {
  const rows = Object.entries(errorCatalogue).map(
    ([code, [status, title, hint]]) => `| \`${code}\` | ${status} | ${title} | ${hint} |`,
  );
  return ['| code | status | title | hint |', '|---|---|---|---|', ...rows].join('\n');
}

/**
 * Replaces the content between two marks.
 *
 * @throws Error if the marks are missing
 */
function between(text: string, name: string, content: string): string {
  const marked = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!marked.test(text)) throw new Error(`docs/reference.md lacks the marks of ${name}`);
  return text.replace(marked, (_, begin, end) => `${begin}${content}\n${end}`);
}

write('schema/schema.graphql', `${printSchema(lexicographicSortSchema(schema))}\n`);
const examples = readAnswerExamples();
const unrecorded = exampleRoutes
  .map(({ operationId }) => operationId)
  .filter((id) => !(id in examples));
if (unrecorded.length > 0) {
  throw new Error(
    `no recorded answer of ${unrecorded.join(', ')}: run \`npm run record-examples\``,
  );
}
const document = openApiDocument(createRestView(schema, restRoutes()), endpoints, examples);
write('schema/openapi.json', jsonText(document));
write('schema/introspection.d.ts', introspectionTypes(schema));
write('schema/rest.d.ts', await restTypes(document));
const reference = readFileSync(new URL('docs/reference.md', root), 'utf8');
const tables = { paths: pathTable(), errors: errorTable(), limits: limitTable() };
const printed = Object.entries(tables).reduce(
  (text, [name, table]) => between(text, name, table),
  reference,
);
write('docs/reference.md', printed);

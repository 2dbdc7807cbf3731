import { readdirSync, readFileSync } from 'node:fs';
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  lexicographicSortSchema,
  parse,
  printSchema,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { introspectionTypes, restTypes } from '../../scripts/print-types.js';
import { configVariables } from '../../src/config.js';
import { endpoints } from '../../src/endpoints.js';
import { errorCatalogue } from '../../src/errors.js';
import { allOperations } from '../../src/graphql/operations.js';
import { schema } from '../../src/graphql/schema.js';
import { mailKind } from '../../src/modules/mail/mail.js';
import { dashboardQueries } from '../../src/pages/dashboard-queries.js';
import { exampleOperations } from '../../src/pages/graphiql-examples.js';
import { validateJsonBody } from '../../src/rest/pydantic/validate.js';
import { restRoutes } from '../../src/rest/routes.js';
import { interfaceDescription } from '../support/described.js';

const root = (path: string) => new URL(`../../${path}`, import.meta.url);
const read = (path: string) => readFileSync(root(path), 'utf8');

/** Returns the cells of the table below a heading of a document. */
function tableBelow(document: string, heading: string): string[][] {
  const section = read(document).split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
const code = (cell: string | undefined) => cell?.replaceAll('`', '') ?? '';

describe('the generated files', () => {
  it('include the schema of the code', () => {
    expect(read('schema/schema.graphql')).toBe(`${printSchema(lexicographicSortSchema(schema))}\n`);
  });

  it('include the OpenAPI document of the code', () => {
    expect(JSON.parse(read('schema/openapi.json'))).toEqual(interfaceDescription());
  });

  it('include the types of both', async () => {
    expect(read('schema/introspection.d.ts')).toBe(introspectionTypes(schema));
    expect(read('schema/rest.d.ts')).toBe(await restTypes(interfaceDescription()));
  });
});

describe('the commands in the documentation', () => {
  const documents = readdirSync(root('docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  // A shell variable between two quoted parts is replaced by a text.
  const bodies = ['README.md', ...documents].flatMap((path) =>
    [
      ...read(path)
        .replaceAll(/'\$\w+'/g, 'x')
        .matchAll(/ -d '(\{[^']*\})'/g),
    ].map(([, body]) => ({ path, body: body! })),
  );

  it.each(bodies)('send valid JSON in $path: $body', ({ body }) => {
    expect(() => JSON.parse(body)).not.toThrow();
  });
});

describe('the GraphQL schema', () => {
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
  const described = (name: string, thing: { description?: string | null | undefined }) =>
    thing.description?.trim() ? [] : [name];

  function undescribed(type: GraphQLNamedType): string[] {
    const missing = described(type.name, type);
    if (isEnumType(type)) {
      missing.push(...type.getValues().flatMap((v) => described(`${type.name}.${v.name}`, v)));
    }
    if (isObjectType(type) || isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) {
        missing.push(...described(`${type.name}.${field.name}`, field));
        for (const arg of 'args' in field ? field.args : []) {
          missing.push(...described(`${type.name}.${field.name}(${arg.name})`, arg));
        }
      }
    }
    return missing;
  }

  it('describes every type, field, argument and value', () => {
    expect(types.flatMap(undescribed)).toEqual([]);
  });

  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const rootFields = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));

  it('creates each root field from an operation', () => {
    const names = allOperations().map(({ name }) => name);
    expect(names.sort()).toEqual(rootFields.map(({ name }) => name).sort());
  });

  it('describes each root field in the imperative', () => {
    const others = rootFields.filter(
      ({ description }) => !/^[A-Z][a-z]+(?<!s)[ ,]/.test(description!),
    );
    expect(others.map(({ name, description }) => `${name}: ${description}`)).toEqual([]);
  });

  it.each(restRoutes().filter(({ method, input }) => method === 'POST' && input))(
    'has a valid example of the body of $operationId',
    ({ input, op: { example } }) => {
      const body = {
        bytes: new TextEncoder().encode(JSON.stringify(example)),
        contentType: 'application/json',
      };
      expect(validateJsonBody(input as never, body)).toMatchObject({ outcome: 'valid' });
    },
  );

  it.each(exampleOperations)('accepts the example that GraphiQL opens with', ({ query }) => {
    expect(validate(schema, parse(query))).toEqual([]);
  });
});

describe('the documentation', () => {
  it('has the queries of dashboards that GraphiQL opens with', () => {
    const blocks = /```graphql\n(.*?)```(?:\n\n```json\n(.*?)```)?/gs;
    const stated = [...read('docs/dashboards.md').matchAll(blocks)].map(
      ([, query = '', variables]) => ({ query, variables: variables && JSON.parse(variables) }),
    );
    const queries = dashboardQueries.map(({ query, variables }) => ({
      query: query.replace(/^#.*\n/, ''),
      variables,
    }));
    expect(stated).toEqual(queries);
    expect(exampleOperations).toEqual(expect.arrayContaining([...dashboardQueries]));
  });

  it('lists every error of the catalogue', () => {
    const rows = tableBelow('docs/reference.md', 'Errors').map(([name, status, title, hint]) => [
      code(name),
      Number(status),
      title,
      hint,
    ]);
    const entries = Object.entries(errorCatalogue).map(([name, [...entry]]) => [name, ...entry]);
    expect(rows).toEqual(entries);
  });

  it('lists every configuration variable', () => {
    const names = tableBelow('README.md', 'Configuration').flatMap(([cell]) =>
      (cell ?? '').split(',').map((n) => code(n.trim())),
    );
    expect(names.sort()).toEqual([...configVariables].sort());
  });

  it.each(['src', 'docs'])('maps every file and folder of %s', (folder) => {
    const map = read('README.md').split('## Map\n')[1]?.split('\n### ')[0] ?? '';
    const names = readdirSync(root(folder)).map((name) => name.replace(/\.md$/, ''));
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(map))).toEqual([]);
  });

  it('lists every script', () => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
    const listed = tableBelow('README.md', 'Scripts')
      .map(([cell]) => cell)
      .join('\n');
    // npm runs `prepare` automatically.
    const missing = scripts.filter(
      (name) => !new RegExp(`npm (run )?${name}\\b(?!:)`).test(listed),
    );
    expect(missing).toEqual(['prepare']);
  });

  it('lists every kind of mail', () => {
    const kinds = tableBelow('docs/operations.md', 'Mail').flatMap(([cell]) =>
      (cell ?? '').split(',').map((kind) => code(kind.trim())),
    );
    expect(kinds.sort()).toEqual([...mailKind.options].sort());
  });

  it('lists every REST path', () => {
    const rows = tableBelow('docs/reference.md', 'REST paths').map(([path]) => code(path));
    const paths = [...restRoutes(), ...endpoints].map((route) => `${route.method} ${route.path}`);
    expect(rows.sort()).toEqual(paths.sort());
  });
});

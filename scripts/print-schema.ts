// Writes schema/schema.graphql and schema/openapi.json from the code.
import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../src/graphql/schema.js';
import { openApiDocument } from '../src/rest/openapi.js';
import { restRoutes } from '../src/rest/routes.js';
import { createRestView } from '../src/rest/view.js';

const folder = new URL('../../schema/', import.meta.url);

writeFileSync(
  new URL('schema.graphql', folder),
  `${printSchema(lexicographicSortSchema(schema))}\n`,
);
const document = openApiDocument(createRestView(schema, restRoutes()));
writeFileSync(new URL('openapi.json', folder), `${JSON.stringify(document, null, 2)}\n`);

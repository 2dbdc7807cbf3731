// Records the service's responses to the examples of its operations in schema/openapi.json, or in the given file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schema } from '../src/graphql/schema.js';
import { openApiDocument } from '../src/rest/openapi/openapi.js';
import { restRoutes } from '../src/rest/routes.js';
import { createRestView } from '../src/rest/view.js';
import { projectRoot } from './demo/service.js';
import { jsonText } from './json-text.js';
import { recordExamples } from './record-examples/play.js';

const [file = join(projectRoot, 'schema/openapi.json')] = process.argv.slice(2);
const examples = JSON.parse(await recordExamples());
const document = openApiDocument(createRestView(schema, restRoutes()), examples);
writeFileSync(file, jsonText(document));

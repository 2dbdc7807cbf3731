// Records what the service answers to the examples of its operations: schema/examples.json, or the
// file that is named.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './demo/service.js';
import { recordExamples } from './record-examples/play.js';

const [file = join(projectRoot, 'schema/examples.json')] = process.argv.slice(2);
writeFileSync(file, await recordExamples());

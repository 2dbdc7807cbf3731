// Prints faults of src/messages: missing, unused, untranslated or malformed messages are errors, long ones warnings.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogues } from '../src/messages/catalogues.js';
import { findProblems } from './messages/find.js';
import { printLine } from './print-line.js';

const root = 'src';
const ownFolder = join(root, 'messages');

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => join(root, name))
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .filter((path) => !path.startsWith(ownFolder))
  .map((path) => readFileSync(path, 'utf8'));
// The code of an error gives the keys of its title and its hint.
sources.push(...Object.keys(catalogues.error.en).map((key) => `'${key}'`));

const findings = Object.values(catalogues).flatMap((catalogue) => findProblems(catalogue, sources));
for (const { level, language, key, problem } of findings) {
  printLine(`${level} ${language} ${key}: ${problem}`);
}
const errors = findings.filter(({ level }) => level === 'error').length;
printLine(`${errors} errors, ${findings.length - errors} warnings`);
if (errors > 0) process.exitCode = 1;

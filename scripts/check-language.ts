import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findInCode, findInMarkdown } from './check-language/find.js';
import { printLine } from './print-line.js';

const usage = `usage: npm run check:language -- [--list] [FOLDER | FILE]…

Checks the language of identifiers, file names, comments, test names and Markdown against the glossary
(scripts/check-language/glossary.ts), and prints each term found with its replacement. Exit 1 on findings.
  --list  print the number of findings per folder, too`;

const everything = [
  'src',
  'scripts',
  'test',
  'docs',
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
];

/** Recorded or generated files, and the glossary, which names the terms. */
const exempt =
  /(^|\/)(node_modules|fixtures|compiled)\/|^test\/client\/openapi\.ts$|^scripts\/check-language\/glossary\.ts$/;

function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { list: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    printLine(usage);
    return;
  }
  const counts = new Map<string, number>();
  let total = 0;
  const files = (positionals.length > 0 ? positionals : everything)
    .flatMap(filesBelow)
    .filter((file) => !exempt.test(file))
    .sort();
  for (const file of files) {
    const isCode = /\.(tsx?|mjs|cjs)$/.test(file);
    if (!isCode && !file.endsWith('.md')) continue;
    const source = readFileSync(file, 'utf8');
    const findings = isCode ? findInCode(file, source) : findInMarkdown(source);
    for (const { line, kind, found, instead } of findings) {
      printLine(`${file}:${line}: ${kind}: ${found} → ${instead}`);
    }
    const folder = file
      .split('/')
      .slice(0, file.startsWith('src/modules/') ? 3 : 2)
      .join('/');
    counts.set(folder, (counts.get(folder) ?? 0) + findings.length);
    total += findings.length;
  }
  if (values.list) {
    for (const [folder, count] of counts)
      if (count > 0) printLine(`${String(count).padStart(6)} ${folder}`);
  }
  printLine(`${total} findings in ${files.length} files`);
  process.exitCode = total > 0 ? 1 : 0;
}

main();

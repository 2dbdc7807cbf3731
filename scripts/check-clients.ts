// Generates clients from schema/openapi.json with openapi-generator, compiles them, and calls a service with those in
// Go and Python. A language whose tools are missing is skipped with a message.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DemoService, projectRoot, startDemoService } from './demo/service.js';
import { exitBy } from './exit-by.js';
import { printLine } from './print-line.js';

const version = '7.25.0';
const artifact = `org.openapitools:openapi-generator-cli:${version}`;
const copyGoal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
const cacheDir = join(projectRoot, 'node_modules/.cache/openapi-generator');
const jar = join(cacheDir, `openapi-generator-cli-${version}.jar`);
const files = join(projectRoot, 'scripts/check-clients');
const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');

const isThere = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

/** @throws Error for a command that fails, after printing its output */
function run(command: string[], cwd: string, env: Record<string, string> = {}): string {
  const [program = '', ...args] = command;
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout + stderr;
  for (const line of `${stdout}${stderr}`.split('\n')) printLine(line);
  throw new Error(`${command.join(' ')} failed${error ? `: ${error.message}` : ''}`);
}

/** Problems that the generator reports without failing. */
const problems = /Duplicate file path|\bERROR\b/;

function generate(language: string, folder: string): void {
  const document = join(projectRoot, 'schema/openapi.json');
  const output = run(
    ['java', '-jar', jar, 'generate', '-i', document, '-g', language, '-o', folder],
    projectRoot,
  );
  const found = output.split('\n').filter((line) => problems.test(line));
  for (const line of found) printLine(line);
  if (found.length > 0) throw new Error(`${language}: the generator reports problems`);
}

interface Language {
  name: string;
  isAvailable(): boolean;
  /** Compiles a generated client, and calls the service with it. */
  check(folder: string, service: Record<string, string>): void;
}

const languages: Language[] = [
  {
    name: 'typescript-fetch',
    isAvailable: () => existsSync(compiler),
    check(folder) {
      cpSync(join(files, 'tsconfig.json'), join(folder, 'tsconfig.json'));
      run([process.execPath, compiler, '-p', folder], folder);
    },
  },
  {
    name: 'go',
    isAvailable: () => isThere('go', 'version'),
    check(folder, service) {
      mkdirSync(join(folder, 'check'));
      cpSync(join(files, 'main.go'), join(folder, 'check/main.go'));
      run(['go', 'mod', 'tidy'], folder);
      run(['go', 'vet', '.', './check'], folder);
      run(['go', 'run', './check'], folder, service);
    },
  },
  {
    name: 'python',
    isAvailable: () => isThere('python3', '-m', 'venv', '--help'),
    check(folder, service) {
      run(['python3', '-m', 'venv', 'venv'], folder);
      run(['venv/bin/pip', 'install', '--quiet', '-r', 'requirements.txt'], folder);
      cpSync(join(files, 'play.py'), join(folder, 'play.py'));
      run(['venv/bin/python', 'play.py'], folder, service);
    },
  },
];

async function checkAll(): Promise<boolean> {
  if (!isThere('java', '-version') || !(existsSync(jar) || isThere('mvn', '-version'))) {
    printLine('skipped: java and mvn are needed to generate clients');
    return true;
  }
  if (!existsSync(jar)) {
    run(
      ['mvn', '-q', '-B', copyGoal, `-Dartifact=${artifact}`, `-DoutputDirectory=${cacheDir}`],
      tmpdir(),
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'verification-clients-'));
  let service: DemoService | undefined;
  try {
    service = await startDemoService();
    const env = { SERVICE_URL: service.baseUrl, API_KEY: service.key };
    for (const { name, isAvailable, check } of languages) {
      if (!isAvailable()) {
        printLine(`${name}: skipped, its tools are missing`);
        continue;
      }
      generate(name, join(folder, name));
      check(join(folder, name), env);
      printLine(`${name}: ok`);
    }
    return true;
  } finally {
    await service?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

exitBy(checkAll);

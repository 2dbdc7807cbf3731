import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

type TestOptions = NonNullable<TestProjectInlineConfiguration['test']>;

const globalSetup = ['test/support/global-setup.ts'];
const setupFiles = ['test/support/described-fetch.ts'];
const slow = '**/*.slow.test.ts';
const store = ['test/embedded/**/*.test.ts', 'test/long/embedded-*.test.ts'];

const project = (
  name: string,
  options: TestOptions & { include: string[] },
): TestProjectInlineConfiguration => ({
  // As Node resolves packages without `exports`: `module` and .mjs would load a second copy of graphql.
  resolve: { mainFields: [], extensions: ['.js', '.mjs', '.ts', '.tsx', '.json'] },
  test: {
    name,
    globalSetup,
    setupFiles,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Only hanging tests reach this limit.
    expect: { poll: { timeout: 15_000 } },
    // Loading the service takes longer than most files' tests; it is loaded once per worker.
    isolate: false,
    ...options,
  },
});

/** Each `npm run test…` script runs one project. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project('short', {
        include: ['{src,scripts,test}/**/*.test.ts'],
        exclude: ['test/{long,browser,embedded}/**', slow],
      }),
      // Kills, fuzzing, races and the slow files of each module.
      project('long', {
        include: ['test/long/**/*.test.ts', `{src,test}/${slow}`],
        exclude: store,
        testTimeout: 600_000,
        hookTimeout: 120_000,
      }),
      // The embedded store.
      project('store', { include: store, testTimeout: 600_000, hookTimeout: 60_000 }),
      // Chromium, from CHROMIUM or the usual places; skipped without one.
      project('browser', {
        globalSetup: [...globalSetup, 'test/browser/support/report-missing.ts'],
        include: ['test/browser/**/*.test.ts'],
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      // The server at TEST_MONGODB_URI.
      project('mongodb', {
        globalSetup: ['test/support/require-mongodb.ts', ...globalSetup],
        setupFiles: [...setupFiles, 'test/support/documentdb-limits.ts'],
        include: ['test/**/*.test.ts'],
        exclude: ['test/long/**', 'test/browser/**', 'test/embedded/*.test.ts'],
        testTimeout: 60_000,
        hookTimeout: 60_000,
      }),
    ],
  },
});

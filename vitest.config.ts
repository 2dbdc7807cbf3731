import { defineConfig } from 'vitest/config';

export default defineConfig({
  // graphql ships twice; Node loads the CommonJS one for the packages, so the sources must too.
  resolve: { alias: { graphql: 'graphql/index.js' } },
  test: {
    globalSetup: ['test/support/global-setup.ts', 'test/store-use/whole-run.ts'],
    setupFiles: ['test/support/described-fetch.ts'],
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/long/**', 'test/browser/**', '**/*.slow.test.ts', 'node_modules/**'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // A limit for what hangs; what is waited for comes in a moment.
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 2,
    // Loading the service takes longer than most files' tests; it is loaded once a worker.
    isolate: false,
  },
});

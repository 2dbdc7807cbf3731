import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.js';

/** What is seen and done in a browser; without one it says so in one line, and its tests are skipped. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [], globalSetup: [] } },
  defineConfig({
    test: {
      globalSetup: ['test/support/global-setup.ts', 'test/browser/support/report-missing.ts'],
      include: ['test/browser/**/*.test.ts'],
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  }),
);

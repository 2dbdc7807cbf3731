import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.js';

/**
 * What `npm test` has no time for: kills, fuzz, races by the thousand, and the slow files of each noun, which the
 * run against another server takes too.
 */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [], globalSetup: [] } },
  defineConfig({
    test: {
      globalSetup: ['test/support/global-setup.ts'],
      include: ['test/long/**/*.test.ts', '{src,test}/**/*.slow.test.ts'],
      testTimeout: 600_000,
      hookTimeout: 60_000,
    },
  }),
);

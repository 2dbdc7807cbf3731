import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.js';

/** What takes over a minute: kills, fuzz, races by the thousand. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [], globalSetup: [] } },
  defineConfig({
    test: {
      globalSetup: ['test/support/global-setup.ts'],
      include: ['test/long/**/*.test.ts'],
      testTimeout: 600_000,
      hookTimeout: 60_000,
    },
  }),
);

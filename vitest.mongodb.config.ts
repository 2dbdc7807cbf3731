import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.js';

if (!process.env['TEST_MONGODB_URI'])
  throw new Error('npm run test:mongodb needs TEST_MONGODB_URI, the address of a MongoDB');

/** The suite against another server, less what is about the embedded store alone. */
export default mergeConfig(
  { ...base, test: { ...base.test, exclude: [], globalSetup: [] } },
  defineConfig({
    test: {
      globalSetup: ['test/support/global-setup.ts'],
      setupFiles: ['test/support/judge-limits.ts'],
      exclude: [
        'test/long/**',
        'test/browser/**',
        'node_modules/**',
        'src/**',
        'scripts/**',
        'test/embedded/*.test.ts',
      ],
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  }),
);

import { defineConfig } from 'vitest/config';
import usual from '../../vitest.config.ts';

const hour = 3_600_000;

// What scanners do takes as long as it takes, and one at a time is enough for two cores.
export default defineConfig({
  root: '.',
  test: {
    ...usual.test,
    include: ['test/attacked/*.attack.ts'],
    maxWorkers: 1,
    testTimeout: 4 * hour,
    hookTimeout: hour,
  },
});

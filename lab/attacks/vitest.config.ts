import { defineConfig } from 'vitest/config';
import usual from '../../vitest.config.ts';

const hour = 3_600_000;

export default defineConfig({
  root: '.',
  test: {
    ...usual.test,
    include: ['lab/attacks/*.attack.ts'],
    maxWorkers: 1,
    testTimeout: 4 * hour,
    hookTimeout: hour,
  },
});

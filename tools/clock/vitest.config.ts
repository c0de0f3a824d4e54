import { defineConfig } from 'vitest/config';
import usual from '../../vitest.config.ts';

export default defineConfig({
  ...usual,
  root: '.',
  test: {
    ...usual.test,
    setupFiles: ['tools/clock/each-file.ts', 'test/after-each-file.ts'],
    // One worker, because setting the clock affects every file that runs at the time.
    maxWorkers: 1,
    reporters: ['dot', 'json'],
    outputFile: { json: process.env['CLOCK_REPORT'] ?? '' },
  },
});

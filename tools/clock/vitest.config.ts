import { defineConfig } from 'vitest/config';
import usual from '../../vitest.config.ts';

export default defineConfig({
  root: '.',
  test: {
    ...usual.test,
    setupFiles: ['tools/clock/each-file.ts', 'test/after-each-file.ts'],
    // One worker with its own clock and PostgreSQL, so that setting the clock affects no other file.
    maxWorkers: 1,
    reporters: ['dot', 'json'],
    outputFile: { json: process.env['CLOCK_REPORT'] ?? '' },
  },
});

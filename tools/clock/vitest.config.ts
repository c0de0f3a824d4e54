import { defineConfig } from 'vitest/config';
import usual from '../../vitest.config.ts';

export default defineConfig({
  root: '.',
  test: {
    ...usual.test,
    setupFiles: ['tools/clock/each-file.ts', 'test/after-each-file.ts'],
    // One worker: its clock and its PostgreSQL are its own, so that setting the clock disturbs nobody.
    maxWorkers: 1,
    reporters: ['dot', 'json'],
    outputFile: { json: process.env['CLOCK_REPORT'] ?? '' },
  },
});

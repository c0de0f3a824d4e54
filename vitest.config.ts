import { defineConfig } from 'vitest/config';
import { keepScratchInMemory } from './tools/scratch.ts';

keepScratchInMemory();

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tools/**/*.test.ts', 'fakes/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'tools/tidy.test.ts', 'tools/tidy/*.test.ts'],
    globalSetup: 'test/database.ts',
    setupFiles: 'test/after-each-file.ts',
    // A test waits a good part of its time, for the database or a process that starts: three keep two cores at work.
    maxWorkers: 3,
    // The files of a worker share its modules, as requests share a process: loading the product anew for each of them
    // took a quarter of the time. What a module remembers must therefore never outlive the database it was read from.
    isolate: false,
    // Patience for a machine that does much else: these end what hangs, and say nothing of how fast something is.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

import { defineConfig } from 'vitest/config';
import { keepScratchInMemory } from './tools/scratch.ts';

keepScratchInMemory();

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tools/**/*.test.ts', 'fakes/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'tools/tidy.test.ts', 'tools/tidy/*.test.ts'],
    globalSetup: 'test/database.ts',
    setupFiles: 'test/after-each-file.ts',
    // Tests often wait for the database or a process, so three use two cores.
    maxWorkers: 3,
    // Files of a worker share modules, as requests share a process: reloading the product took a quarter of the time.
    // Cached values must not outlive their database.
    isolate: false,
    // Generous for busy machines: these limits end hanging tests only.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

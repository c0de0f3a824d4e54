import { defineConfig } from 'vitest/config';
import { inlineScripts } from './tools/inline-scripts.ts';
import { keepScratchInMemory } from './tools/temp-storage.ts';

keepScratchInMemory();

export default defineConfig({
  plugins: [inlineScripts()],
  test: {
    include: ['src/**/*.test.ts', 'tools/**/*.test.ts', 'fakes/**/*.test.ts', 'lab/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'tools/tidy.test.ts'],
    globalSetup: 'test/database.ts',
    setupFiles: 'test/after-each-file.ts',
    // Tests often wait for the database or a process, so three workers fit on two cores.
    maxWorkers: 3,
    // Test files of a worker share modules, which saves a quarter of the time. So caches must belong to one database.
    isolate: false,
    // Long timeouts for busy machines. They end only hanging tests.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tools/**/*.test.ts', 'fakes/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'tools/tidy.test.ts'],
    globalSetup: 'test/database.ts',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});

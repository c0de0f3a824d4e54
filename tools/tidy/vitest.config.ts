import { defineConfig } from 'vitest/config';

// Structure rules need no database.
const include = ['tools/tidy.test.ts', 'tools/tidy/*.test.ts'];
export default defineConfig({ root: '.', test: { include, testTimeout: 60_000 } });

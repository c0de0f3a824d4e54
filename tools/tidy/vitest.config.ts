import { defineConfig } from 'vitest/config';

// The house rules need no database: they read the code.
const include = ['tools/tidy.test.ts', 'tools/tidy/*.test.ts'];
export default defineConfig({ root: '.', test: { include, testTimeout: 60_000 } });

import { defineConfig } from 'vitest/config';

// Without the global setup, because structure rules need no database.
const include = ['tools/tidy.test.ts'];
export default defineConfig({ root: '.', test: { include, testTimeout: 60_000 } });

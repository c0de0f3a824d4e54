import { defineConfig } from 'vitest/config';

// The house rules need no database: they read the code.
export default defineConfig({ root: '.', test: { include: ['tools/tidy.test.ts'], testTimeout: 60_000 } });

import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config.ts';

const root = new URL('../..', import.meta.url).pathname;
const { webServer, ...rest } = journeys;

export default defineConfig({
  ...rest,
  testDir: '.',
  globalSetup: '../journeys/raise-limits.ts',
  workers: 1,
  reporter: [['line']],
  ...(webServer && !Array.isArray(webServer) && { webServer: { ...webServer, cwd: root } }),
});

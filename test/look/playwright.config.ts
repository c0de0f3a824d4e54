import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config.ts';

const root = new URL('../..', import.meta.url).pathname;
const { webServer, ...rest } = journeys;

/** The journeys' server and browser; one page at a time, so that none is measured while another works. */
export default defineConfig({
  ...rest,
  testDir: '.',
  globalSetup: '../journeys/wide-bounds.ts',
  workers: 1,
  reporter: [['line']],
  ...(webServer && !Array.isArray(webServer) && { webServer: { ...webServer, cwd: root } }),
});

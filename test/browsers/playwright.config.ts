import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config.ts';
import type { Engine } from './story.ts';

const root = new URL('../..', import.meta.url).pathname;
const { webServer, use } = journeys;
const { baseURL } = use ?? {};

export default defineConfig<Engine>({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: '../journeys/raise-limits.ts',
  fullyParallel: true,
  workers: 2,
  retries: Number(process.env['JOURNEY_RETRIES'] ?? 0),
  timeout: 180_000,
  expect: { timeout: 60_000, toPass: { intervals: [100], timeout: 60_000 } },
  reporter: [['list']],
  use: { ...(baseURL && { baseURL }) },
  projects: [
    { name: 'firefox', use: { engine: 'firefox' } },
    { name: 'webkit', use: { engine: 'webkit' } },
  ],
  ...(webServer && !Array.isArray(webServer) && { webServer: { ...webServer, cwd: root } }),
});

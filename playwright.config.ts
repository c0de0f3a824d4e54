import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './tools/browser.ts';
import { keepScratchInMemory } from './tools/scratch.ts';

keepScratchInMemory();
const port = Number(process.env['TEST_PORT'] ?? 4590);
const executablePath = findBrowser();
// Each run starts from an empty folder. Workers load this file too and must not create their own.
process.env['JOURNEY_DATA_DIR'] ??= join(mkdtempSync(join(tmpdir(), 'cryptocommerce-journeys-')), 'data');

// A test browser resolves only our own server.
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const args = [...quiet, '--disable-component-update', '--disable-sync'];

// Chromium hangs under the faketime library (journey.ts).
const { LD_PRELOAD: _, ...env } = process.env;

export default defineConfig({
  testDir: 'test/journeys',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/journeys/raise-limits.ts',
  fullyParallel: false,
  // Journeys wait half of the time, so four use two cores.
  workers: 4,
  // CI repeats a failed journey once and lists it as flaky. Locally every failure fails the run.
  retries: Number(process.env['JOURNEY_RETRIES'] ?? 0),
  // Generous for busy machines; passing tests are not slower.
  timeout: 150_000,
  // Polling is cheap, so it is frequent.
  expect: { timeout: 25_000, toPass: { intervals: [100] } },
  reporter: [['list'], ['json']],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-JM',
    // Axe must not measure a half-finished transition.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'America/Jamaica',
    // Only the offline journey uses the service worker.
    serviceWorkers: 'block',
    launchOptions: { ...(executablePath && { executablePath }), args, env },
    trace: 'off',
  },
  webServer: {
    command: 'node tools/run.mjs start',
    url: `http://localhost:${port}/readyz`,
    timeout: 180_000,
    env: {
      PORT: String(port),
      DATA_DIR: process.env['JOURNEY_DATA_DIR'],
      PRICE_PROVIDERS: '',
      LOG_LEVEL: 'error',
      // The .env of the engineer is not meant for tests.
      ENV_FILE: '/dev/null',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 8_000 },
  },
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { cityFiles } from './test/environment.ts';
import { findBrowser } from './tools/browser.ts';
import { keepScratchInMemory } from './tools/temp-storage.ts';

keepScratchInMemory();
const port = Number(process.env['TEST_PORT'] ?? 4590);
const executablePath = findBrowser();
// Creates a new data folder per run. Workers load this file too and reuse the folder.
process.env['JOURNEY_DATA_DIR'] ??= join(mkdtempSync(join(tmpdir(), 'cryptocommerce-journeys-')), 'data');

// Browsers in tests can only reach our own server.
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const args = [...quiet, '--disable-component-update', '--disable-sync'];

// Chromium hangs under the faketime library (journey.ts).
const { LD_PRELOAD: _, ...env } = process.env;

export default defineConfig({
  testDir: 'test/journeys',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/journeys/raise-limits.ts',
  fullyParallel: false,
  // Two cores are busy with three workers. A fourth only makes each journey slower.
  workers: 3,
  // CI retries a failed journey once and reports it as flaky. Locally there are no retries.
  retries: Number(process.env['JOURNEY_RETRIES'] ?? 0),
  // Long timeouts for busy machines.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { intervals: [100] } },
  reporter: [['list'], ['json']],
  use: {
    // Without a limit an action on a missing control waits for the whole journey.
    actionTimeout: 60_000,
    baseURL: `http://localhost:${port}`,
    locale: 'en-JM',
    // Without animations, axe never measures a half-finished transition.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'America/Jamaica',
    // Only the offline journey needs a service worker.
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
      // faults.e2e.ts listens here. Other journeys run without a collector.
      FAULT_COLLECTOR_DSN: `http://publickey@127.0.0.1:${port + 8}/7`,
      GEO_DATABASE: cityFiles.join(','),
      // Ignores the .env file of the developer.
      ENV_FILE: '/dev/null',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 8_000 },
  },
});

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './tools/browser.ts';
import { keepScratchInMemory } from './tools/scratch.ts';

keepScratchInMemory();
const port = Number(process.env['TEST_PORT'] ?? 4590);
const executablePath = findBrowser();
// Each run starts from nothing, as a newcomer does. The workers read this file too and must not make folders of their
// own.
process.env['JOURNEY_DATA_DIR'] ??= join(mkdtempSync(join(tmpdir(), 'cryptocommerce-journeys-')), 'data');

// A test browser looks up nobody but our own server.
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const args = [...quiet, '--disable-component-update', '--disable-sync'];

// Chromium stands still under the library of another clock (journey.ts).
const { LD_PRELOAD: _, ...env } = process.env;

export default defineConfig({
  testDir: 'test/journeys',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/journeys/wide-bounds.ts',
  fullyParallel: false,
  // A journey waits half of its time, for pages, letters and other people: four keep two cores at work.
  workers: 4,
  retries: 0,
  // Patience for a machine that does much else: what passes is never slower by it.
  timeout: 150_000,
  // What is asked for again and again, as a mail, costs little to ask for: a second between two looks is a second lost.
  expect: { timeout: 25_000, toPass: { intervals: [100] } },
  reporter: [['list'], ['json']],
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-JM',
    // Axe looks at a moment: without motion nothing is caught half faded in.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'America/Jamaica',
    // The worker answers for nothing but the journey that is about it.
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
      // Whatever stands in the .env of whoever runs the tests is not meant for them.
      ENV_FILE: '/dev/null',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 8_000 },
  },
});

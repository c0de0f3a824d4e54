import { beforeAll } from 'vitest';
import { setClock } from './hand.ts';

// Vitest runs this before each test file, so that every file starts exactly at the chosen time.
const { CLOCK_AT: at, CLOCK_TESTS: tests, CLOCK_REAL_START, FAKETIME_TIMESTAMP_FILE: file } = process.env;
if (!at || !file) throw new Error('Use npm run test:clock to run tests under another clock');
const hand = { file, realStart: Number(CLOCK_REAL_START) };
setClock(hand, at);
if (tests) beforeAll(() => setClock(hand, tests));

import { beforeAll } from 'vitest';
import { setClock } from './hand.ts';

// Runs before each test file, so that every file begins at the moment itself.
const { CLOCK_AT: at, CLOCK_TESTS: tests, CLOCK_REAL_START, FAKETIME_TIMESTAMP_FILE: file } = process.env;
if (!at || !file) throw new Error('Only npm run test:clock runs tests under another clock');
const hand = { file, realStart: Number(CLOCK_REAL_START) };
setClock(hand, at);
if (tests) beforeAll(() => setClock(hand, tests));

import { beforeAll } from 'vitest';
import { setClock } from './hand.ts';
import { moments } from './moments.ts';

// Runs before each file of tests: however long the whole takes, each begins at the moment itself.
const { CLOCK_MOMENT = '', CLOCK_REAL_START, FAKETIME_TIMESTAMP_FILE: file } = process.env;
const moment = moments[CLOCK_MOMENT];
if (!moment || !file) throw new Error('Only npm run test:clock runs tests under another clock');
const hand = { file, realStart: Number(CLOCK_REAL_START) };
const { at, tests } = moment;
setClock(hand, at);
if (tests) beforeAll(() => setClock(hand, tests));

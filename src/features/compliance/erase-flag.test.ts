import { afterEach, expect, test } from 'vitest';
import { closeLongAgo, resetDates } from '../../../test/erasure-time.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { eraseRecords } from './erase.ts';

const server = await serverUnderTest();
const { owner, services } = server;
afterEach(() => resetDates(server));

test('the erasure flag is cleared after the erasure', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  await closeLongAgo(server, [ina]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1 });
  expect((await owner.query('select xact from app.active_erasures')).rows).toEqual([]);
});

import { afterEach, expect, test } from 'vitest';
import { backToToday, longGone } from '../../../test/long-gone.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { eraseRecords } from './erase.ts';

const server = await serverUnderTest();
const { owner, services } = server;
afterEach(() => backToToday(server));

test('that something is being erased is said no longer than it is', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  await longGone(server, [ina]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1 });
  expect((await owner.query('select xact from app.erasures_under_way')).rows).toEqual([]);
});

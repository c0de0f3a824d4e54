import { expect, test } from 'vitest';
import { createSession } from '../../../test/security/actors.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { after, days, hours } from '../../kernel/clock.ts';

const server = await serverUnderTest();
const { owner } = server;
const [cookie, other] = [await createSession(server, 'tier1'), await createSession(server, 'tier2')];
const consent = (allow: boolean, by = cookie) => server.call('location/consent', { allow }, by);
const lines = async () => (await owner.query(`select from audit_log where action = 'location.consent'`)).rowCount ?? 0;

test('repeating an answer leaves no audit entry, and changes are limited', async () => {
  await consent(true);
  const before = await lines();
  for (let n = 0; n < 5; n++) expect((await consent(false)).status).toBe(200);
  expect(await lines()).toBe(before + 1);
  for (let n = 0; n < 5; n++) expect((await consent(true)).status).toBe(200);
  expect(await lines()).toBe(before + 2);
  let given = 6;
  for (; given < 100; given++) {
    expect((await consent(false)).status).toBe(200);
    if ((await consent(true)).status !== 200) break;
  }
  expect(given).toBe(20);
  expect(await consent(true)).toMatchObject({ status: 429, body: { code: 'general.busy' } });
  expect(await server.call('location/own', undefined, cookie)).toMatchObject({ body: { consent: false } });
  expect((await consent(true, other)).status).toBe(200);
});

test('the daily limit still counts after an hour and resets after a day', async () => {
  const by = await createSession(server, 'enhanced');
  const start = new Date();
  let given = 0;
  for (let hour = 0; hour < 24; hour += 2) {
    server.setTime(after(start, hours(hour)));
    for (let n = 0; n < 5; n++) {
      if ((await consent(true, by)).status === 200) given++;
      expect((await consent(false, by)).status).toBe(200);
    }
  }
  expect(given).toBe(20);
  server.setTime(after(start, days(1) + hours(1)));
  expect((await consent(true, by)).status).toBe(200);
  server.setTime(null);
});

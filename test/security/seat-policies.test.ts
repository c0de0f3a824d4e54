import { expect, test } from 'vitest';
import { newCustomer } from '../submissions.ts';
import { serverUnderTest } from '../worker.ts';
import { buildRegistration, insertWorkshop, register } from '../workshops.ts';
import { createPolicyTools } from './row-policies.ts';

const server = await serverUnderTest();
const { owner } = server;
const { outcome, rowsFor } = createPolicyTools(server);
const [ina, oma] = [await newCustomer(server), await newCustomer(server)];
expect((await register(server, ina.cookie, buildRegistration(await insertWorkshop(server)))).status).toBe(200);
const { rows: seats } = await owner.query<{ id: string }>('select id from workshop_registrations');

test('only the application reads workshop_holds', async () => {
  expect((await owner.query('select from workshop_holds')).rowCount).toBe(1);
  for (const context of [
    {},
    { user: ina.id },
    { user: oma.id },
    ...['admin', 'compliance', 'finance', 'support', 'instructor'].map((roles) => ({ user: oma.id, all: true, roles })),
  ])
    expect([context, await rowsFor(context, 'workshop_holds')]).toEqual([context, []]);
  expect(await rowsFor({ all: true }, 'workshop_holds')).toHaveLength(1);
});

test('a customer writes the network of their own seat only, and never deletes it', async () => {
  await owner.query('delete from workshop_holds');
  const insert = `insert into workshop_holds values ($1, 'x', 'x', now())`;
  const ids = [seats[0]?.id];
  expect(await outcome({ user: oma.id }, insert, ids)).toBe('refused');
  expect(await outcome({ user: ina.id }, insert, ids)).toBe(1);
  await owner.query(insert, ids);
  expect(await outcome({ user: ina.id }, 'delete from workshop_holds')).toBe(0);
});

test('seat counts per network are numbers without user data, for any caller', async () => {
  const countQuery = `select * from app.seat_hold_counts((select session_id from workshop_registrations), 'x', 'x', now())`;
  expect(await rowsFor({ user: oma.id }, 'workshop_holds')).toEqual([]);
  expect(await outcome({ user: oma.id }, countQuery)).toBe(1);
  expect(await outcome({ role: 'cryptocommerce_auth' }, countQuery)).toBe('refused');
});

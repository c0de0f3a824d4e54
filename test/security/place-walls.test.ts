import { expect, test } from 'vitest';
import { phonePhoto } from '../files/good-files.ts';
import { send } from '../files/uploads.ts';
import { newCustomer } from '../submissions.ts';
import { serverUnderTest } from '../worker.ts';
import { register, registering, sessionOn } from '../workshops.ts';
import { wallsOf } from './walls.ts';

/** From where somebody sent a file or holds a place is counted, and shown to nobody. */
const server = await serverUnderTest();
const { owner } = server;
const { outcome, rowsFor } = wallsOf(server);
const [ina, oma] = [await newCustomer(server), await newCustomer(server)];
const { body: file } = await send(server, ina.cookie, { purpose: 'transaction-proof', bytes: await phonePhoto() });
expect((await register(server, ina.cookie, registering(await sessionOn(server)))).status).toBe(200);
const { rows: places } = await owner.query<{ id: string }>('select id from workshop_registrations');

test.each(['file_origins', 'workshop_holds'])('%s is the product’s alone to read', async (table) => {
  expect((await owner.query(`select from ${table}`)).rowCount).toBe(1);
  for (const context of [
    {},
    { user: ina.id },
    { user: oma.id },
    ...['admin', 'compliance', 'finance', 'support', 'instructor'].map((roles) => ({ user: oma.id, all: true, roles })),
  ])
    expect([context, await rowsFor(context, table)]).toEqual([context, []]);
  expect(await rowsFor({ all: true }, table)).toHaveLength(1);
});

test('nobody says from where the file or the place of another came, or takes back what was said', async () => {
  await owner.query('delete from file_origins');
  await owner.query('delete from workshop_holds');
  const says = [
    [`insert into file_origins values ($1, 'x', 'x', now())`, file.id],
    [`insert into workshop_holds values ($1, 'x', 'x', now())`, places[0]?.id],
  ] as const;
  for (const [statement, id] of says) {
    expect(await outcome({ user: oma.id }, statement, [id])).toBe('refused');
    expect(await outcome({ user: ina.id }, statement, [id])).toBe(1);
    await owner.query(statement, [id]);
  }
  for (const table of ['file_origins', 'workshop_holds'])
    expect(await outcome({ user: ina.id }, `delete from ${table}`)).toBe(0);
});

test('how many hold a place is told in numbers, of whoever asks and of nobody in particular', async () => {
  const asked = `select * from app.place_holds((select session_id from workshop_registrations), 'x', 'x', now())`;
  expect(await rowsFor({ user: oma.id }, 'workshop_holds')).toEqual([]);
  expect(await outcome({ user: oma.id }, asked)).toBe(1);
  expect(await outcome({ role: 'cryptocommerce_auth' }, asked)).toBe('refused');
});

import { expect, test } from 'vitest';
import { cameIn, paidBuy, sell } from '../../../test/orders.ts';
import { sessionFor } from '../../../test/security/actors.ts';
import { type Customer, handIn, linkAccounts, newCustomer } from '../../../test/submissions.ts';
import { suspicionsOn } from '../../../test/suspicions.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { demoSettings } from '../settings/demo-settings.ts';

/** Two accounts of one person are one for four eyes and for what is counted (decisions D2, E3). */
const server = await serverWithoutFaults();
const { call, owner } = server;
const staff = (who: string) => sessionFor(server, who);
const rowsOf = async (sql: string, values: unknown[] = []) => (await owner.query(sql, values)).rows;
const idOf = async (who: string): Promise<string> =>
  (await rowsOf('select id from profiles where email = $1', [`${who}@demo.test`]))[0].id;
/** Compliance found them to be one person. */
const joined = (...ids: string[]) =>
  owner.query('insert into joined_accounts (user_id, person_id) select unnest($1::uuid[]), $2', [ids, ids[0]]);
const ownMatter = { body: { code: 'approvals.own_matter' } };

test('nobody of the staff acts on what another account of theirs ordered, handed in or is suspected of', async () => {
  const second = await newCustomer(server);
  await joined(await idOf('finance'), second.id);
  await joined(await idOf('compliance'), (await newCustomer(server)).id);
  const { orderId } = await paidBuy(server, second.cookie, { amount: '4000' });
  const money = cameIn(orderId, { amount: '4000' });
  expect(await call('desk/confirmReceived', money, await staff('finance'))).toMatchObject(ownMatter);
  expect((await call('desk/confirmReceived', money, await staff('admin'))).status).toBe(200);

  const [{ user_id: third }] = await rowsOf(
    'select user_id from joined_accounts where person_id = $1 and user_id <> person_id',
    [await idOf('compliance')],
  );
  const freeze = { userId: third, reason: 'An authority asks for it' };
  expect(await call('compliance/freeze', freeze, await staff('compliance'))).toMatchObject(ownMatter);
  // Nor does one person of others: they work at the desk with another account.
  const byOne = await call('compliance/freeze', freeze, await staff('admin'));
  expect(byOne).toMatchObject({ body: { code: 'approvals.works_at_desk' } });
});

test.each(['support', 'finance', 'compliance'])(
  'no list tells somebody of %s how another account of theirs stands',
  async (role) => {
    const reader = await suspicionsOn(server).another(role);
    const second = await newCustomer(server, 'Second Self');
    await joined(reader.id, second.id);
    const { orderId, reference } = await paidBuy(server, second.cookie, { amount: '3000' });
    const money = cameIn(orderId, { amount: '3000' });
    expect((await call('desk/confirmReceived', money, await staff('finance'))).status).toBe(200);
    await handIn(server, second, 3);

    type List = { lines: unknown[]; counts?: { all?: number; held?: number }; months?: { holds: number }[] };
    const look = async (path: string, input: object, who = reader.cookie) => (await call<List>(path, input, who)).body;
    const figures = () => look('compliance/figures', { months: 1 });
    const before = role === 'compliance' ? (await figures()).months?.[0]?.holds : 0;
    const hold = { orderId, reasonCode: 'source_of_funds', note: '' };
    expect((await call('desk/hold', hold, await staff('compliance'))).status).toBe(200);

    const queue = (who?: string) => look('desk/queue', { filter: 'held', search: reference }, who);
    expect((await queue(await staff('admin'))).lines).toHaveLength(1);
    expect((await queue()).lines).toEqual([]);
    const held = async (who?: string) => (await look('desk/queue', {}, who)).counts?.held ?? 0;
    expect(await held()).toBe((await held(await staff('admin'))) - 1);
    if (role === 'finance') return;
    const checks = (who?: string) => look('identity/queue', { search: second.email }, who);
    expect((await checks(await staff('admin'))).lines).toHaveLength(1);
    expect((await checks()).lines).toEqual([]);
    expect((await checks()).counts?.all).toBe(((await checks(await staff('admin'))).counts?.all ?? 0) - 1);
    if (role === 'support') return;
    const customers = (who?: string) => look('compliance/customers', { search: second.email }, who);
    expect((await customers(await staff('admin'))).lines).toHaveLength(1);
    expect((await customers()).lines).toEqual([]);
    expect((await figures()).months?.[0]?.holds).toBe(before);
  },
);

test('an account with their tax number is a matter of their own, until others judged it to be apart', async () => {
  const officer = await suspicionsOn(server).another('compliance');
  const [likely, neighbour] = [await newCustomer(server, 'Second Self'), await newCustomer(server, 'Next Door')];
  await linkAccounts(server, [officer.id, likely.id]);
  await linkAccounts(server, [officer.id, neighbour.id], 'wallet');
  const seen = async ({ email }: Customer) =>
    (await call<{ lines: unknown[] }>('compliance/customers', { search: email }, officer.cookie)).body.lines.length;
  expect([await seen(likely), await seen(neighbour)]).toEqual([0, 1]);
  const freeze = { userId: likely.id, reason: 'An authority asks for it' };
  expect(await call('compliance/freeze', freeze, officer.cookie)).toMatchObject(ownMatter);

  await owner.query(
    `update account_links set state = 'apart', decided_by = $1, decided_at = now(), note = 'a twin sister'
      where $2 in (one, other)`,
    [await idOf('admin'), likely.id],
  );
  expect(await seen(likely)).toBe(1);
});

test('who prepares and who approves are two people, not two accounts', async () => {
  const ina = await newCustomer(server);
  const { orderId } = await paidBuy(server, ina.cookie, { amount: '4000' });
  const [admin, finance] = [await staff('admin'), await staff('finance')];
  const money = cameIn(orderId, { amount: '4000' });
  for (const [path, input] of [
    ['confirmReceived', money],
    ['startProcessing', { orderId, note: '' }],
    ['preparePayout', { orderId, note: '' }],
  ] as const)
    expect([path, (await call(`desk/${path}`, input, admin)).status]).toEqual([path, 200]);
  await owner.query('delete from joined_accounts');
  await joined(await idOf('admin'), await idOf('finance'));
  expect(await call('desk/approvePayout', { orderId, note: '' }, finance)).toMatchObject({
    body: { code: 'approvals.second_person_needed' },
  });
  await owner.query('delete from joined_accounts');
  expect((await call('desk/approvePayout', { orderId, note: '' }, finance)).status).toBe(200);
});

test('sells that are held for a limit make a case for the person, whichever account they sell with', async () => {
  const { order_limits } = demoSettings;
  await owner.query(`insert into setting_versions (key, value) values ('order_limits', $1)`, [order_limits]);
  const [one, other] = [await newCustomer(server), await newCustomer(server)];
  await joined(one.id, other.id);
  const tooMuch = async ({ id, cookie }: Customer) => {
    const [{ holder }] = await rowsOf(`select first_name || ' ' || last_name holder from profiles where id = $1`, [id]);
    expect((await sell(server, cookie, { amount: '0.002', holder })).status).toBe(200);
  };
  const cases = () => rowsOf('select kind from cases where user_id = any($1)', [[one.id, other.id]]);
  await tooMuch(one);
  expect(await cases()).toEqual([]);
  await tooMuch(other);
  expect(await cases()).toEqual([{ kind: 'held_order' }]);
});

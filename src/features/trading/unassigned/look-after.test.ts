import { expect, test } from 'vitest';
import { paidBuy } from '../../../../test/orders.ts';
import { attaching, listUnassigned, openMoney } from '../../../../test/unassigned.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import { settleBy } from './settle-by.ts';

/** What is unassigned has a clock and a name (decision E6). */
const server = await serverUnderTest();
const { owner } = server;
const { act, customer, done, idOf, recorded, refused, takenOff, ...who } = await openMoney(server);
const [admin = '', compliance = '', finance = ''] = [who.admin, who.compliance, who.finance];

type Listed = {
  readonly id: string;
  readonly keeper: { readonly name: string; readonly mine: boolean } | null;
  readonly settleBy: { readonly at: string; readonly late: boolean } | null;
  readonly mayLookAfter: boolean;
};
const seenBy = async (id: string, cookie: string) =>
  (await listUnassigned<Listed>(server, cookie)).find((line) => line.id === id);
const linesAbout = async (id: string) =>
  (
    await owner.query<{ after: object }>(
      `select after from audit_log where action = 'trading.unassignedTaken' and subject_id = $1 order by id`,
      [id],
    )
  ).rows;

test('whoever wrote it down looks after it, until somebody else who works with money takes it over', async () => {
  const id = await recorded('LOOK AFTER 1');
  expect(await seenBy(id, finance)).toMatchObject({ keeper: { mine: true }, mayLookAfter: false });
  const before = await seenBy(id, admin);
  expect(before).toMatchObject({ keeper: { mine: false }, mayLookAfter: true });
  await done('unassigned/lookAfter', { movementId: id }, admin);
  expect(await seenBy(id, admin)).toMatchObject({ keeper: { mine: true }, mayLookAfter: false });
  expect((await seenBy(id, finance))?.keeper?.name).not.toBe(before?.keeper?.name);
  expect(await linesAbout(id)).toHaveLength(1);
  expect((await act('unassigned/lookAfter', { movementId: id }, admin)).body.code).toBe('desk.yours_already');
  expect(await linesAbout(id)).toHaveLength(1);
});

test('compliance reads the name and takes nothing over', async () => {
  const id = await recorded('LOOK AFTER 2');
  expect(await seenBy(id, compliance)).toMatchObject({ keeper: { mine: false }, mayLookAfter: false });
  expect((await act('unassigned/lookAfter', { movementId: id }, compliance)).status).toBe(403);
  expect(await linesAbout(id)).toEqual([]);
});

test('what stands on something is looked after by nobody any more', async () => {
  const { movementId } = await takenOff('20700');
  const right = await paidBuy(server, customer ?? '', { amount: '20700' });
  await done('unassigned/attach', attaching(movementId, right, '20700'));
  await refused('desk.no_such_money', 'unassigned/lookAfter', { movementId });
});

/** What becomes of writing a name beside it, as the application asked by finance. */
async function naming(movementId: string, [asker, keeper]: readonly string[]): Promise<number | string | undefined> {
  const client = await owner.connect();
  try {
    await client.query('begin; set local role cryptocommerce_app');
    await client.query(
      `select set_config('app.user_id', $1, true), set_config('app.roles', 'finance', true), set_config('app.sees_all', 'yes', true)`,
      [asker],
    );
    const write = 'update unassigned_open set keeper = $1, kept_since = now() where movement_id = $2';
    return (await client.query(write, [keeper, movementId])).rowCount ?? 0;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('nobody writes the name of somebody else beside it, whatever code asks', async () => {
  const id = await recorded('LOOK AFTER 3');
  const [one = '', other = ''] = [await idOf('finance'), await idOf('admin')];
  expect(await naming(id, [one, one])).toBe(1);
  expect(await naming(id, [one, other])).toBe('42501');
});

test('it is to be settled by the end of the third business day, holidays and weekends apart', () => {
  // A Friday in November: Wednesday, 5 pm in Jamaica.
  expect(settleBy(new Date('2026-11-20T15:00:00Z')).toISOString()).toBe('2026-11-25T22:00:00.000Z');
  // The Thursday before Christmas: Friday is free, then the weekend and, for the Saturday that was a holiday, no more.
  expect(settleBy(new Date('2026-12-24T15:00:00Z')).toISOString()).toBe('2026-12-30T22:00:00.000Z');
});

test('what waits longer is late', async () => {
  const id = await recorded('LOOK AFTER 4');
  const before = await seenBy(id, finance);
  expect(before?.settleBy?.late).toBe(false);
  server.setTime(new Date(Date.parse(before?.settleBy?.at ?? '') + 60_000));
  expect((await seenBy(id, await server.signIn('finance')))?.settleBy?.late).toBe(true);
  server.setTime(null);
});

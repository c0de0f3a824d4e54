import { expect, test } from 'vitest';
import { placePaidBuy } from '../../../test/orders.ts';
import { buildAttachment, listUnallocated, setUpUnallocated } from '../../../test/unassigned.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { dueDate } from './show.ts';

const server = await serverUnderTest();
const { owner } = server;
const { act, customer, done, idOf, recorded, refused, takenOff, ...who } = await setUpUnallocated(server);
const [admin = '', compliance = '', finance = ''] = [who.admin, who.compliance, who.finance];

type Listed = {
  readonly id: string;
  readonly keeper: { readonly name: string; readonly mine: boolean } | null;
  readonly settleBy: { readonly at: string; readonly late: boolean } | null;
  readonly mayLookAfter: boolean;
};
const listAs = async (id: string, cookie: string) =>
  (await listUnallocated<Listed>(server, cookie)).find((line) => line.id === id);
const findAuditLines = async (id: string) =>
  (
    await owner.query<{ after: object }>(
      `select after from audit_log where action = 'trading.unassignedTaken' and subject_id = $1 order by id`,
      [id],
    )
  ).rows;

test('the recorder is the assignee until another person takes over', async () => {
  const id = await recorded('LOOK AFTER 1');
  expect(await listAs(id, finance)).toMatchObject({ keeper: { mine: true }, mayLookAfter: false });
  const before = await listAs(id, admin);
  expect(before).toMatchObject({ keeper: { mine: false }, mayLookAfter: true });
  await done('unassigned/assignToSelf', { movementId: id }, admin);
  expect(await listAs(id, admin)).toMatchObject({ keeper: { mine: true }, mayLookAfter: false });
  expect((await listAs(id, finance))?.keeper?.name).not.toBe(before?.keeper?.name);
  expect(await findAuditLines(id)).toHaveLength(1);
  expect((await act('unassigned/assignToSelf', { movementId: id }, admin)).body.code).toBe('desk.yours_already');
  expect(await findAuditLines(id)).toHaveLength(1);
});

test('compliance reads the assignee and cannot take over', async () => {
  const id = await recorded('LOOK AFTER 2');
  expect(await listAs(id, compliance)).toMatchObject({ keeper: { mine: false }, mayLookAfter: false });
  expect((await act('unassigned/assignToSelf', { movementId: id }, compliance)).status).toBe(403);
  expect(await findAuditLines(id)).toEqual([]);
});

test('allocated money has no assignee', async () => {
  const { movementId } = await takenOff('20700');
  const right = await placePaidBuy(server, customer ?? '', { amount: '20700' });
  await done('unassigned/attach', buildAttachment(movementId, right, '20700'));
  await refused('desk.no_such_money', 'unassigned/assignToSelf', { movementId });
});

async function assignInDatabase(
  movementId: string,
  [asker, keeper]: readonly string[],
): Promise<number | string | undefined> {
  const client = await owner.connect();
  try {
    await client.query('begin; set local role cryptocommerce_app');
    await client.query(
      `select set_config('app.user_id', $1, true), set_config('app.roles', 'finance', true), set_config('app.all_rows', 'yes', true)`,
      [asker],
    );
    const write = 'update unallocated_funds set assignee = $1, assigned_at = now() where movement_id = $2';
    return (await client.query(write, [keeper, movementId])).rowCount ?? 0;
  } catch (error) {
    return (error as { code?: string }).code;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('one cannot assign another person, even directly in the database', async () => {
  const id = await recorded('LOOK AFTER 3');
  const [one = '', other = ''] = [await idOf('finance'), await idOf('admin')];
  expect(await assignInDatabase(id, [one, one])).toBe(1);
  expect(await assignInDatabase(id, [one, other])).toBe('42501');
});

test('the due date is the end of the third business day, holidays excluded', () => {
  expect(dueDate(new Date('2026-11-20T15:00:00Z')).toISOString()).toBe('2026-11-25T22:00:00.000Z');
  expect(dueDate(new Date('2026-12-24T15:00:00Z')).toISOString()).toBe('2026-12-30T22:00:00.000Z');
});

test('overdue money is late', async () => {
  const id = await recorded('LOOK AFTER 4');
  const before = await listAs(id, finance);
  expect(before?.settleBy?.late).toBe(false);
  server.setTime(new Date(Date.parse(before?.settleBy?.at ?? '') + 60_000));
  expect((await listAs(id, await server.signIn('finance')))?.settleBy?.late).toBe(true);
  server.setTime(null);
});

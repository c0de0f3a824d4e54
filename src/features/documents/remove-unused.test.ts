import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createBankPdf } from '../../../test/files/good-files.ts';
import { sendFile } from '../../../test/files/uploads.ts';
import { placePaidBuy, upload } from '../../../test/orders.ts';
import { createSession } from '../../../test/security/actors.ts';
import { newCustomer } from '../../../test/submissions.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { after, days } from '../../kernel/clock.ts';
import { removeUnused, removeUnusedOf } from './jobs.ts';
import { fileUses } from './store.ts';

const server = await serverUnderTest();
const { owner, services, setTime } = server;
const mine = await createSession(server, 'tier2');
const theirs = await createSession(server, 'visitor');
const pdf = await createBankPdf();
afterEach(() => setTime(null));
const later = (n: number) => setTime(after(new Date(), days(n)));

const put = async (cookie = mine, purpose: 'transaction-proof' | 'kyc-address' = 'transaction-proof') =>
  (await sendFile(server, cookie, { purpose, bytes: pdf })).body.id;
type Row = { path: string; userId: string; submissionId: string };
const rowOf = async (id: string) =>
  (await owner.query<Row>('select path, user_id "userId", submission_id "submissionId" from files where id = $1', [id]))
    .rows[0];
const diskPath = async (id: string) => join(services.config.dataDir, 'files', (await rowOf(id))?.path ?? 'none');
const isKept = async (id: string) => Boolean(await rowOf(id));

test('the list of uses of files matches the foreign keys of the database', async () => {
  const { rows } = await owner.query<{ table: string; column: string }>(
    `select c.conrelid::regclass::text "table", a.attname "column" from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'files'::regclass and a.attname <> 'user_id'
        -- Ignores foreign keys that delete the row together with the file.
        and c.confdeltype <> 'c' order by 1, 2`,
  );
  const known = fileUses.map((use) => use.join('.')).sort();
  expect(rows.map(({ table, column }) => `${table}.${column}`)).toEqual(known);
});

test('an unused file is removed after a week, bytes and row, with an audit entry', async () => {
  const [old, paper] = [await put(), await put(mine, 'kyc-address')];
  const paths = [await diskPath(old), await diskPath(paper)];
  later(6);
  expect(await removeUnused(services)).toBe(0);
  later(8);
  expect(await removeUnused(services)).toBe(2);
  expect([await isKept(old), await isKept(paper), ...paths.map((path) => existsSync(path))]).toEqual(
    Array(4).fill(false),
  );
  const { rows } = await owner.query(`select count(*)::int n from audit_log where action = 'documents.removed_unused'`);
  expect(rows).toEqual([{ n: 2 }]);
});

test('a file of a submission stays', async () => {
  const paper = await put(mine, 'kyc-address');
  const { userId = '', submissionId = '' } = (await rowOf(paper)) ?? {};
  await owner.query(`insert into kyc_submissions (id, user_id, tier, status) values ($1, $2, 2, 'pending')`, [
    submissionId,
    userId,
  ]);
  await owner.query(
    `insert into kyc_items (submission_id, user_id, item, file_id, state) values ($1, $2, 'address_proof', $3, 'pending')`,
    [submissionId, userId, paper],
  );
  later(30);
  await removeUnused(services);
  await removeUnusedOf(services, userId);
  expect([await isKept(paper), existsSync(await diskPath(paper))]).toEqual([true, true]);
});

test('a proof that was submitted and rejected stays, also after later proofs and closing the account', async () => {
  const ina = await newCustomer(server, 'Ina Brown');
  const { orderId } = await placePaidBuy(server, ina.cookie, { amount: '3000' });
  const shown = async () =>
    (await owner.query<{ id: string }>('select proof_file id from transactions where id = $1', [orderId])).rows[0]?.id;
  const first = (await shown()) ?? '';
  const finance = await createSession(server, 'finance');
  const sentBack = { orderId, reasonCode: 'unreadable', note: 'It looks forged' };
  expect((await server.call('desk/rejectClaim', sentBack, finance)).status).toBe(200);
  const { body: second } = await upload(server, ina.cookie);
  const claim = { orderId, proofFile: second.id };
  expect((await server.call('trading/claimPayment', claim, ina.cookie)).status).toBe(200);
  later(8);
  await removeUnused(services);
  await removeUnusedOf(services, ina.id);
  expect([await shown(), await isKept(first), existsSync(await diskPath(first))]).toEqual([second.id, true, true]);
});

test('a failed removal of bytes keeps the row for the next run', async () => {
  const id = await put();
  const { store } = services.files;
  const broken = { ...store, remove: () => Promise.reject(new Error('the store is down')) };
  Object.assign(services.files, { store: broken });
  later(8);
  await expect(removeUnused(services)).rejects.toThrow('down');
  expect(await isKept(id)).toBe(true);
  Object.assign(services.files, { store });
  expect(await removeUnused(services)).toBe(1);
});

test('closing an account removes its unused files', async () => {
  const [left, others] = [await put(theirs), await put()];
  const path = await diskPath(left);
  const input = { email: 'visitor@demo.test', password: 'Demo-Pass-2026!', confirmed: true };
  const closed = await server.call('accounts/closeAccount', input, theirs);
  expect([closed.status, closed.body]).toEqual([200, { closed: true }]);
  const { rows } = await owner.query<{ userId: string }>(
    `select data->>'userId' "userId" from pgboss.job where name = 'documents.forget'`,
  );
  expect(rows.length).toBe(1);
  await removeUnusedOf(services, rows[0]?.userId ?? randomUUID());
  expect([await isKept(left), existsSync(path), await isKept(others)]).toEqual([false, false, true]);
});

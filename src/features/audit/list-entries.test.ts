import { beforeAll, describe, expect, test } from 'vitest';
import { explainQueries } from '../../../test/plans.ts';
import { sealEntries } from '../../../test/sealing.ts';
import { createSession } from '../../../test/security/actors.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { openPool } from '../../platform/database/database.ts';
import type { EntryPage } from './api.ts';
import { diffFields, formatCode } from './staff/screens/audit.tsx';
import { findActions, findEntries, type Search } from './store.ts';
import { verify } from './verify.ts';

const server = await serverWithoutFaults();
const { call, owner } = server;
const compliance = await createSession(server, 'compliance');
const admin = await createSession(server, 'admin');

const ids: Record<string, string> = {};

beforeAll(async () => {
  const { rows } = await owner.query<{ id: string; name: string }>(
    `select id, split_part(email, '@', 1) "name" from profiles`,
  );
  for (const { id, name } of rows) ids[name] = id;
});

async function addEntry(days: number, entry: Record<string, unknown>) {
  const { action = 'test.done', actor = null, subject = 's', about = null, forRole = null } = entry;
  await owner.query(
    `insert into audit_log (id, at, actor_id, actor_role, action, subject_type, subject_id, about_id, for_role)
     values (uuidv7(-make_interval(days => $1)), now() - make_interval(days => $1), $2, 'finance', $3, 'test', $4, $5, $6)`,
    [days, actor, action, subject, about, forRole],
  );
}
const findSubjects = async (input: object, cookie = compliance) =>
  (await call<EntryPage>('audit/list', input, cookie)).body.entries.map(({ subjectId }) => subjectId);
const getDay = (days: number) => new Date(Date.now() - days * 86_400_000 - 5 * 3_600_000).toISOString().slice(0, 10);

test('entries are found by person, subject, action and period, newest first', async () => {
  await addEntry(40, { action: 'find.old', actor: ids['finance'], subject: 'a' });
  await addEntry(20, { action: 'find.old', actor: ids['finance'], subject: 'b', about: ids['tier2'] });
  await addEntry(10, { action: 'find.new', actor: ids['support'], subject: 'c', about: ids['tier2'] });
  await addEntry(0, { action: 'find.new', actor: ids['finance'], subject: 'd' });
  expect(await findSubjects({ action: 'find.' })).toEqual(['d', 'c', 'b', 'a']);
  expect(await findSubjects({ action: 'find.new' })).toEqual(['d', 'c']);
  expect(await findSubjects({ who: 'Fiona', action: 'find.' })).toEqual(['d', 'b', 'a']);
  expect(await findSubjects({ who: 'finance@demo.test', action: 'find.old' })).toEqual(['b', 'a']);
  expect(await findSubjects({ subject: 'tier2@demo.test', action: 'find.' })).toEqual(['c', 'b']);
  expect(await findSubjects({ subject: 'tier2@demo.test', who: 'Sonia', action: 'find.' })).toEqual(['c']);
  expect(await findSubjects({ subject: 'a', action: 'find.' })).toEqual(['a']);
  expect(await findSubjects({ action: 'find.', from: getDay(20), until: getDay(10) })).toEqual(['c', 'b']);
  expect(await findSubjects({ action: 'find.', until: getDay(11) })).toEqual(['b', 'a']);
  expect(await findSubjects({ who: 'unknown person' })).toEqual([]);
});

test('paging returns every entry once', async () => {
  for (let n = 0; n < 120; n += 1) await addEntry(0, { action: 'paged.entry', subject: `p${n}` });
  const seen: string[] = [];
  let before: string | null = null;
  do {
    const { body }: { body: EntryPage } = await call<EntryPage>('audit/list', { action: 'paged.entry', before }, admin);
    seen.push(...body.entries.map(({ subjectId }) => subjectId));
    before = body.next;
  } while (before !== null);
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => `p${119 - n}`));
});

test('suspicion entries are for compliance only, and readers never see entries about themselves', async () => {
  await addEntry(0, { action: 'secret.report', subject: 'r', forRole: 'compliance', about: ids['tier2'] });
  await addEntry(0, { action: 'secret.other', subject: 'o', about: ids['compliance'] });
  expect(await findSubjects({ action: 'secret.' })).toEqual(['r']);
  expect(await findSubjects({ action: 'secret.' }, admin)).toEqual(['o']);
  const finance = await createSession(server, 'finance');
  expect((await call('audit/list', {}, finance)).status).toBe(403);
});

test('an export with withheld entries counts them and is not broken', async () => {
  const pool = openPool({ url: server.services.appUrl, role: 'cryptocommerce_sealer', max: 2 });
  await addEntry(0, { action: 'export.report', subject: 'r2', forRole: 'compliance' });
  const { rows: waiting } = await owner.query('select count(*)::int n from audit_log');
  await sealEntries(pool, waiting[0].n);
  const exportLog = async (cookie: string, query = '') =>
    (await server.app.inject({ method: 'GET', url: `/api/audit.ndjson${query}`, headers: { cookie } })).body;
  const [fullExport, adminExport] = [await exportLog(compliance), await exportLog(admin)];
  expect(fullExport).toContain('export.report');
  expect(adminExport).not.toContain('export.report');
  const byAdmin = await verify(adminExport.trimEnd().split('\n'));
  expect(byAdmin.broken).toEqual([]);
  expect(byAdmin.withoutContent).toBeGreaterThan(0);
  const part = await verify((await exportLog(compliance, '?from=3&until=7')).trimEnd().split('\n'));
  expect(part).toMatchObject({ entries: 5, broken: [], last: { seq: '7' } });
  const { rows } = await owner.query(`select id from audit_log where action = 'export.report'`);
  await owner.query(`set session_replication_role = replica; delete from audit_log where id = '${rows[0].id}'`);
  const { broken } = await verify((await exportLog(admin)).trimEnd().split('\n'));
  expect(broken.map(({ why }) => why)).toEqual([expect.stringContaining('was removed from the log')]);
  await pool.end();
});

test('each search reads its index', async () => {
  await owner.query(
    `insert into audit_log (id, at, actor_id, actor_role, action, subject_type, subject_id, about_id)
     select uuidv7(-make_interval(secs => n)), now() - make_interval(secs => n), $1, 'customer', 'many.act', 'order',
            'order-' || n, $2
       from generate_series(1, 20000) n`,
    [ids['tier1'], ids['tier2']],
  );
  await owner.query('analyze audit_log');
  const everything = { actors: null, subjects: null, action: '', from: null, until: null, before: null, limit: 51 };
  const person = ids['support'] ?? '';
  const searches: [Partial<Search>, RegExp][] = [
    [{}, /audit_log_pkey/],
    [{ actors: [person] }, /audit_actor.*\n.*Index Cond: \(actor_id =/],
    [{ subjects: ['order-777'] }, /audit_subject.*\n.*Index Cond: \(subject_id =/],
    [{ subjects: [person] }, /audit_about.*\n.*Index Cond: \(about_id =/],
    [{ action: 'find.old' }, /audit_action.*\n.*Index Cond: \(action =/],
    [{ action: 'find.' }, /audit_action.*\n.*Index Cond: \(\(action >=/],
    [{ before: '01900000-0000-7000-8000-000000000000' }, /audit_log_pkey.*\n.*Index Cond: \(id </],
  ];
  const officer = ids['compliance'] ?? '';
  for (const [search, index] of searches) {
    const plan = await explainQueries(server, (tx) => findEntries(tx, { ...everything, ...search }), { officer });
    expect(plan).toMatch(index);
    expect(plan).not.toContain('Seq Scan on audit_log');
  }
  const actionPlan = await explainQueries(server, findActions, { officer });
  expect(actionPlan).toMatch(/Index Scan using audit_action on audit_log/);
});

describe('differences', () => {
  test('a diff lists changed fields with their full path', () => {
    const before = { status: 'pending', payOut: 'none', bank: { number: '1', branch: 'Kingston' }, held: false };
    const after = { status: 'processing', payOut: 'none', bank: { number: '2', branch: 'Kingston' }, held: true };
    expect(diffFields(before, after)).toEqual([
      { name: 'status', before: 'pending', after: 'processing' },
      { name: 'bank / number', before: '1', after: '2' },
      { name: 'held', before: 'no', after: 'yes' },
    ]);
  });

  test('added and removed values have null on the other side', () => {
    expect(diffFields(null, { roles: ['admin', 'finance'] })).toEqual([
      { name: 'roles', before: null, after: 'admin, finance' },
    ]);
    expect(diffFields({ roles: ['admin'] }, { roles: [] })).toEqual([
      { name: 'roles', before: 'admin', after: 'none' },
    ]);
    expect(diffFields({ tag: '1' }, {})).toEqual([{ name: 'tag', before: '1', after: null }]);
    expect(diffFields(5, 6)).toEqual([{ name: 'value', before: '5', after: '6' }]);
    expect(diffFields(null, null)).toEqual([]);
  });

  test('lists of objects are compared item by item', () => {
    const judged = [{ act: 'accept', item: 'selfie' }, { act: 'want' }];
    expect(diffFields(undefined, { judged })).toEqual([
      { name: 'judged / 1 / act', before: null, after: 'accept' },
      { name: 'judged / 1 / item', before: null, after: 'selfie' },
      { name: 'judged / 2 / act', before: null, after: 'want' },
    ]);
  });

  test('codes are formatted as words', () => {
    expect([formatCode('approvePayout'), formatCode('file_viewed'), formatCode('kyc_submission')]).toEqual([
      'approve payout',
      'file viewed',
      'kyc submission',
    ]);
  });
});

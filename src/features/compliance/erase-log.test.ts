import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createAuthor } from '../../../test/authors.ts';
import { openBankReconciliation } from '../../../test/bank-lines.ts';
import { validDraft } from '../../../test/drafts.ts';
import { closeLongAgo, markAccountsClosed, passSevenYears, resetDates } from '../../../test/erasure-time.ts';
import { buildPayIn, buildSent, placePaidBuy, upload } from '../../../test/orders.ts';
import { solanaAddress, solanaHash } from '../../../test/payments.ts';
import { sealEntries } from '../../../test/sealing.ts';
import { createSession } from '../../../test/security/actors.ts';
import { type Customer, newCustomer } from '../../../test/submissions.ts';
import { setUpSuspicions } from '../../../test/suspicions.ts';
import { setUpUnallocated } from '../../../test/unallocated.ts';
import { serverWithoutFaults } from '../../../test/worker.ts';
import { confirmRegistration, insertWorkshop } from '../../../test/workshops.ts';
import { openPool } from '../../platform/database/database.ts';
import { verify } from '../audit/verify.ts';
import { eraseRecords } from './erase.ts';
import { setRetentionDeadlines } from './jobs.ts';

const server = await serverWithoutFaults();
const { app, owner, services, call } = server;
const { act, admin, compliance, done, finance, buildUnlink } = await setUpUnallocated(server);
const { queue, upload: uploadLines } = openBankReconciliation(server, { done, finance });
const sealer = openPool({ url: services.appUrl, role: 'cryptocommerce_sealer', max: 2 });
const { another, rowsOf } = setUpSuspicions(server);

afterAll(() => sealer.end());

afterEach(async () => {
  await resetDates(server);
});

async function findTables(text: string): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) name from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname in ('public', 'auth') and relkind = 'r' and relname <> 'rate_limits'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query(`select from ${name} t where to_jsonb(t)::text like $1 limit 1`, [`%${text}%`]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}
const sealAll = async () => {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int n from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id)`,
  );
  await sealEntries(sealer, rows[0]?.n ?? 0);
};
const exportLog = async () => {
  const answer = await app.inject({ url: '/api/audit.ndjson', headers: { cookie: compliance ?? '' } });
  return answer.body.trimEnd().split('\n');
};
async function verifyLog() {
  const file = await exportLog();
  const { last } = await verify(file);
  return { ...(await verify(file, [last])), text: file.join('\n') };
}

async function completeOrder(customer: Customer, marker: string): Promise<string> {
  const { orderId } = await placePaidBuy(server, customer.cookie, { amount: '4000' });
  const line = { amount: '4000', payerHolder: 'Ina Brown' };
  const of = { orderId, note: '' };
  await done('desk/confirmReceived', buildPayIn(orderId, line));
  await done('desk/undoPayIn', { ...(await buildUnlink(orderId)), evidence: `${marker} says it is theirs` });
  for (const [path, input, cookie] of [
    ['desk/declineUndo', { ...of, note: `${marker} is mistaken` }, admin],
    ['desk/startProcessing', of, finance],
    ['desk/preparePayout', of, finance],
    ['desk/approvePayout', of, admin],
    ['desk/recordSent', buildSent(orderId, randomBytes(32).toString('hex')), finance],
  ] as const)
    expect([path, (await act(path, input, cookie)).status]).toEqual([path, 200]);
  return orderId;
}

test('after seven years no table contains the erased customer, and the audit chain verifies', async () => {
  const marker = `Quillfeather${randomUUID().slice(0, 8)}`;
  const customer = await newCustomer(server, `Ina ${marker}`);
  await completeOrder(customer, marker);
  await sealAll();
  expect(await findTables(marker)).toContain('public.audit_log');
  await closeLongAgo(server, [customer]);
  expect(await eraseRecords(services)).toMatchObject({ people: 1, keptBack: 0 });
  expect(await findTables(marker)).toEqual([]);
  await resetDates(server);
  await sealAll();
  const { text, ...result } = await verifyLog();
  expect(result).toMatchObject({ broken: [], unproven: [] });
  expect(result.erased).toBeGreaterThan(0);
  expect(text).not.toContain(marker);
});

test('erasing an order of an active customer also clears its audit texts', async () => {
  const marker = `Canarino${randomUUID().slice(0, 8)}`;
  const customer = await newCustomer(server);
  await completeOrder(customer, marker);
  await setRetentionDeadlines(services);
  await passSevenYears(server);
  expect((await eraseRecords(services)).orders).toBeGreaterThanOrEqual(1);
  expect(await findTables(marker)).toEqual([]);
});

test('anonymizing a dismissed bank line also clears its audit texts', async () => {
  const marker = `Fontanelle${randomUUID().slice(0, 8)}`;
  await uploadLines([{ reference: marker, details: marker, credit: '71.00', payer: marker }]);
  const line = (await queue()).find(({ reference }) => reference === marker);
  await done('bankLines/dismissLine', { lineId: line?.id ?? '', reason: 'bank_matter', note: `${marker} once more` });
  await passSevenYears(server);
  expect((await eraseRecords(services)).bankLines).toBeGreaterThanOrEqual(1);
  const { rows } = await owner.query(`select after from audit_log where subject_id = $1`, [line?.id]);
  expect(rows.map(({ after }) => after)).toEqual([null]);
});

test('verification finds an emptied entry without an erasure record', async () => {
  await sealAll();
  await owner.query(
    `update audit_log set after = null, erased_at = now() where id = (select l.id from audit_log l
       where l.action = 'bank_lines.uploaded' and l.erased_at is null limit 1)`,
  );
  expect((await verifyLog()).broken).toEqual([
    { line: expect.any(Number), why: expect.stringContaining('no later entry records its erasure') },
  ]);
});

describe('awards of an erased person', async () => {
  const [finance, second] = [await createSession(server, 'finance'), (await another('finance')).cookie];
  const support = await createSession(server, 'support');
  const run = async (path: string, input: object, cookie = finance) => {
    const answer = await call<{ proposalId?: string }>(path, input, cookie);
    expect([path, answer]).toMatchObject([path, { status: 200 }]);
    return answer.body;
  };

  async function checkInParticipant(sessionId: string) {
    const participant = await confirmRegistration(server, sessionId);
    const name = `Erasmus Q${randomUUID().slice(0, 8)}`;
    await owner.query('update workshop_registrations set attendee = $1 where user_id = $2', [name, participant.id]);
    await run('workshopsDesk/checkIn', { sessionId, code: participant.code }, support);
    const [award] = await rowsOf<{ id: string }>('select id from lgm_awards where user_id = $1', [participant.id]);
    const [awardId, address] = [award?.id ?? '', solanaAddress()];
    await run('workshops/nameAwardWallet', { awardId, address }, participant.cookie);
    return { ...participant, name, awardId, address };
  }
  const findAuditEntries = (text: string) =>
    rowsOf(`select action from audit_log l where to_jsonb(l)::text like $1`, [`%${text}%`]);
  const findProposals = (text: string) =>
    rowsOf(`select state from proposals p where to_jsonb(p)::text like $1`, [`%${text}%`]);

  test('erasing a participant removes name and wallet from award proposals, and keeps those of others', async () => {
    const sessionId = await insertWorkshop(server, { startsIn: '1 hour' });
    const [erased, remaining] = [await checkInParticipant(sessionId), await checkInParticipant(sessionId)];
    for (const decision of ['reject', 'approve']) {
      const { proposalId } = await run('workshopsDesk/proposeAwards', { sessionId });
      const { body } = await call<{ proposal: { awards: object[] } }>('workshopsDesk/awards', { sessionId }, second);
      const read = [erased, remaining].map(({ name, address }) => expect.objectContaining({ attendee: name, address }));
      expect(body.proposal.awards).toEqual(expect.arrayContaining(read));
      await run('workshopsDesk/decideAwards', { proposalId, decision, reason: `Not to ${erased.address}` }, second);
    }
    await run('workshopsDesk/recordAward', { awardId: erased.awardId, hash: solanaHash() });
    expect(await findProposals(erased.name)).toEqual([]);
    expect(await findProposals(erased.address)).toHaveLength(2);

    await closeLongAgo(server, [erased]);
    expect(await eraseRecords(services)).toMatchObject({ people: 1, keptBack: 0 });
    expect(await rowsOf('select id from profiles where id = $1', [erased.id])).toEqual([]);
    expect([await findProposals(erased.name), await findProposals(erased.address)]).toEqual([[], []]);
    expect([await findAuditEntries(erased.name), await findAuditEntries(erased.address)]).toEqual([[], []]);
    expect(await findAuditEntries(remaining.address)).toHaveLength(1);
    expect(await findProposals(remaining.address)).toHaveLength(2);
    const left = await rowsOf(`select payload -> 'awards' awards from proposals where subject = $1`, [sessionId]);
    const blank = { id: erased.awardId, lgm: 5000 };
    for (const { awards } of left) expect(awards).toEqual(expect.arrayContaining([blank]));
  });
});

describe('instructors', () => {
  const past = new Date(Date.now() + 2_600 * 86_400_000);

  async function closeAndExpire(userId: string) {
    await markAccountsClosed(server, userId);
    await setRetentionDeadlines(services);
    server.setTime(past);
    const day = `date '${past.toISOString().slice(0, 10)}'`;
    await owner.query(`create or replace function app.today() returns date language sql stable as $$ select ${day} $$`);
  }

  test('erasing an instructor keeps the lesson pictures', async () => {
    const teacher = await another('instructor');
    const {
      makeCourse: createCourse,
      act,
      buildSave,
      buildPublish,
      createLearner,
    } = createAuthor(server, teacher.cookie);
    const { body: shown } = await upload(server, teacher.cookie, 'lesson-picture');
    const { body: unused } = await upload(server, teacher.cookie, 'lesson-picture');
    const { body: flyer } = await upload(server, teacher.cookie, 'workshop-flyer');
    const [section, ...rest] = validDraft.sections;
    const [unit, ...others] = section?.units ?? [];
    if (!section || !unit) throw new Error('the draft is incomplete');
    const markdown = `${unit.markdown}\n![A phone](picture:${shown.id})\n`;
    const draft = { ...validDraft, sections: [{ ...section, units: [{ ...unit, markdown }, ...others] }, ...rest] };
    const courseId = await createCourse();
    expect(await act('save', buildSave(courseId, 1, draft))).toBe('done');
    expect(await act('publish', buildPublish(courseId, 2))).toBe('done');
    await owner.query(`update workshop_sessions set flyer_file = $1, flyer_alt = 'A wallet' where id = $2`, [
      flyer.id,
      await insertWorkshop(server),
    ]);
    await closeAndExpire(teacher.id);
    expect(await eraseRecords(services)).toMatchObject({ people: 1, files: 1 });
    const [profile] = await rowsOf('select display_name, phone_number from profiles where id = $1', [teacher.id]);
    expect(profile).toEqual({ display_name: 'Erased', phone_number: '' });
    const authors = `select saved_as author from course_drafts where course_id = $1 union all
    select published_as from course_versions where course_id = $1`;
    expect(await rowsOf(authors, [courseId])).toEqual([{ author: 'Erased' }, { author: 'Erased' }]);
    const files = await rowsOf<{ id: string; name: string }>('select id, name from files where user_id = $1', [
      teacher.id,
    ]);
    expect(files.map(({ id }) => id).sort()).toEqual([shown.id, flyer.id].sort());
    for (const { name } of files) expect(name).not.toContain('slip');
    const { ask, cookie } = await createLearner(courseId);
    await ask('enroll');
    const picture = await server.app.inject({ url: `/api/lesson-pictures/${shown.id}`, headers: { cookie } });
    expect(picture.statusCode).toBe(200);
    expect(await rowsOf('select id from files where id = $1', [unused.id])).toEqual([]);
    await setRetentionDeadlines(services);
    expect(await eraseRecords(services)).toMatchObject({ people: 0 });
  });
});

describe('the flag of an erased account', () => {
  afterEach(() => resetDates(server));

  test('the erasure flag is cleared after the erasure', async () => {
    const customer = await newCustomer(server, 'Ina Brown');
    await closeLongAgo(server, [customer]);
    expect(await eraseRecords(services)).toMatchObject({ people: 1 });
    expect((await owner.query('select xact from app.active_erasures')).rows).toEqual([]);
  });
});

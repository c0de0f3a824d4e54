import { describe, expect, test } from 'vitest';
import { demoPassword } from '../../../../fakes/people.ts';
import { insertFinishedCourse } from '../../../../test/certificates.ts';
import { publishTestCourse, smallCourse } from '../../../../test/courses.ts';
import { markAccountsClosed } from '../../../../test/erasure-time.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverWithoutFaults } from '../../../../test/worker.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import { eraseRecords } from '../../compliance/erase.ts';
import { setRetentionDeadlines } from '../../compliance/jobs.ts';
import { type Certificate, type CustomerCertificate, formatCode, type VerifiedCertificate } from './certificate.ts';
import { type CertificateEmailJob, certificateJobs } from './jobs.ts';

const server = await serverWithoutFaults();
const { call, owner, services, signIn } = server;

await publishTestCourse(server, { courseId: 'small' });
const project = { title: 'Project', about: 'Do it.', tasks: ['One'], passPercent: 70 };
await publishTestCourse(server, { courseId: 'with-project', text: { ...smallCourse, project } });
await publishTestCourse(server, { courseId: 'gives-none', text: { ...smallCourse, certificate: null } });

const learner = async (name = 'Ina Brown', right = 9) => {
  const { id, email, cookie } = await newCustomer(server, name);
  await insertFinishedCourse(server, { userId: id, courseId: 'small', right });
  return { id, email, cookie };
};
const claim = async (cookie: string, courseId = 'small') =>
  (await call<{ code?: string; done?: true }>('certificates/claim', { courseId }, cookie)).body;
const own = async (cookie: string) =>
  (await call<{ certificates: Certificate[] }>('certificates/own', {}, cookie)).body.certificates;
const claimNew = async (cookie: string) => {
  expect(await claim(cookie)).toEqual({ done: true });
  const [certificate] = await own(cookie);
  if (!certificate) throw new Error('no certificate');
  return certificate;
};
const verify = async (code: string) =>
  (await call<{ certificate: VerifiedCertificate | null }>('certificates/verify', { code })).body.certificate;
const reason = 'Someone else took the quizzes, as they admitted';

test('a finished course gives one certificate, which its code verifies', async () => {
  const { cookie } = await learner();
  const { code, ...certificate } = await claimNew(cookie);
  expect(certificate).toMatchObject({
    ...{ name: 'Ina Brown', showsName: true, band: 'distinction', courseId: 'small', version: 1 },
    ...{ courseTitle: 'A small course', title: 'Certificate of the small course', revokedAt: null },
  });
  expect(await claim(cookie)).toEqual({ done: true });
  expect(await own(cookie)).toHaveLength(1);
  const typed = formatCode(code).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
  const found = await verify(typed);
  expect(found).toMatchObject({ code, name: 'Ina Brown', courseTitle: 'A small course', version: 1, revokedAt: null });
  const shown = ['band', 'code', 'courseTitle', 'issuedAt', 'name', 'revokedAt', 'title', 'version'];
  expect(Object.keys(found ?? {}).sort()).toEqual(shown);
});

test('an unknown or invalid code verifies to nothing', async () => {
  expect(await verify('7K3M-9QX2-R5WB-T0AE')).toBeNull();
  expect(await verify('nonsense')).toBeNull();
});

test.each([
  [8, 'merit'],
  [7, 'pass'],
])('with %i of ten right in every quiz the band is %s', async (right, band) => {
  expect(await claimNew((await learner('Ina Brown', right)).cookie)).toMatchObject({ band });
});

test('an unfinished, foreign or unknown course, or one without a certificate, is refused', async () => {
  const { id, cookie } = await newCustomer(server, 'Ina Brown');
  for (const courseId of ['small', 'no-such-course'])
    expect(await claim(cookie, courseId)).toMatchObject({ code: 'certificates.not_finished' });
  await call('learning/enroll', { courseId: 'small' }, cookie);
  expect(await claim(cookie)).toMatchObject({ code: 'certificates.not_finished' });
  await insertFinishedCourse(server, { userId: id, courseId: 'gives-none' });
  expect(await claim(cookie, 'gives-none')).toMatchObject({ code: 'certificates.not_finished' });
  await insertFinishedCourse(server, { userId: id, courseId: 'with-project' });
  expect(await claim(cookie, 'with-project')).toMatchObject({ code: 'certificates.project_first' });
  expect(await own(cookie)).toEqual([]);
});

test('a finished course is listed as ready until it is claimed', async () => {
  const { id, cookie } = await learner();
  await insertFinishedCourse(server, { userId: id, courseId: 'with-project' });
  await insertFinishedCourse(server, { userId: id, courseId: 'gives-none' });
  const ready = async () => (await call('certificates/own', {}, cookie)).body['ready'];
  expect(await ready()).toEqual([{ courseId: 'small', title: 'A small course' }]);
  await claim(cookie);
  expect(await ready()).toEqual([]);
});

test('ten parallel claims issue one certificate', async () => {
  const { cookie } = await learner();
  const answers = await Promise.all(Array.from({ length: 10 }, () => claim(cookie)));
  expect(answers).toEqual(answers.map(() => ({ done: true })));
  expect(await own(cookie)).toHaveLength(1);
});

test('a certificate keeps the name and course of its issue', async () => {
  const { id, cookie } = await learner('Zoë Łukasiewicz');
  const { code } = await claimNew(cookie);
  await owner.query(`update profiles set last_name = 'Brown' where id = $1`, [id]);
  await publishTestCourse(server, { courseId: 'small', text: { ...smallCourse, title: 'Renamed' } });
  await owner.query(`update courses set state = 'withdrawn' where id = 'small'`);
  expect(await verify(code)).toMatchObject({ name: 'Zoë Łukasiewicz', courseTitle: 'A small course', version: 1 });
  const [certificate] = await own(cookie);
  const paper = await server.app.inject({ url: `/api/certificates/${certificate?.id}/paper`, headers: { cookie } });
  expect([paper.statusCode, paper.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  await owner.query(`update courses set state = 'published', title = 'A small course' where id = 'small'`);
  await publishTestCourse(server, { courseId: 'small' });
});

test('only its owner chooses whether the name shows', async () => {
  const { cookie } = await learner();
  const { id, code } = await claimNew(cookie);
  const show = async (shows: boolean, as = cookie) => (await call('certificates/showName', { id, shows }, as)).status;
  expect(await show(false)).toBe(200);
  expect(await verify(code)).toMatchObject({ name: null });
  for (const as of [(await learner()).cookie, await signIn('admin')]) expect(await show(true, as)).toBe(404);
  expect(await verify(code)).toMatchObject({ name: null });
  expect(await show(true)).toBe(200);
  expect(await verify(code)).toMatchObject({ name: 'Ina Brown' });
});

test('an unchanged name choice writes no audit entry', async () => {
  const { cookie } = await learner();
  const { id } = await claimNew(cookie);
  for (const shows of [false, false, false, true, true])
    expect((await call('certificates/showName', { id, shows }, cookie)).status).toBe(200);
  const lines = await owner.query(
    `select after ->> 'shows' shows from audit_log where action = 'certificates.name_shown' and subject_id = $1 order by id`,
    [id],
  );
  expect(lines.rows).toEqual([{ shows: 'false' }, { shows: 'true' }]);
});

test('an admin revokes a certificate with a hidden reason and reinstates it', async () => {
  const { id: userId, cookie } = await learner();
  const { id, code } = await claimNew(cookie);
  const admin = await signIn('admin');
  const set = async (counts: boolean, as = admin) => {
    const { status, body } = await call('certificates/setStanding', { id, counts, reason }, as);
    return status === 200 ? 'done' : body['code'];
  };
  expect(await set(true)).toBe('certificates.stands_so');
  expect(await set(false, await signIn('support'))).toBe('staff.not_allowed');
  expect(await set(false)).toBe('done');
  expect(await set(false)).toBe('certificates.stands_so');
  const found = await verify(code);
  expect(found).toMatchObject({ name: null, revokedAt: expect.any(String) });
  expect(JSON.stringify([found, await own(cookie)])).not.toContain('quizzes, they');
  for (const kind of ['paper', 'credential'])
    expect((await server.app.inject({ url: `/api/certificates/${id}/${kind}`, headers: { cookie } })).statusCode).toBe(
      409,
    );
  const seen = await call<{ certificates: CustomerCertificate[] }>('certificates/ofCustomer', { userId }, admin);
  expect(seen.body.certificates).toMatchObject([{ code, reason, revokedBy: expect.any(String) }]);
  expect(await claim(cookie)).toEqual({ done: true });
  expect(await own(cookie)).toMatchObject([{ id, revokedAt: expect.any(String) }]);
  expect(await set(true)).toBe('done');
  expect(await verify(code)).toMatchObject({ name: 'Ina Brown', revokedAt: null });
  const { rows } = await owner.query(
    `select action from audit_log where subject_type = 'certificate' and subject_id = $1 order by id`,
    [code],
  );
  expect(rows.map(({ action }) => action)).toEqual(
    ['issued', 'revoked', 'reinstated'].map((act) => `certificates.${act}`),
  );
});

test('an admin cannot revoke their own certificate', async () => {
  const admin = await signIn('admin');
  const { rows } = await owner.query<{ id: string }>(`select id from profiles where email = 'admin@demo.test'`);
  await insertFinishedCourse(server, { userId: rows[0]?.id ?? '', courseId: 'small' });
  const { id } = await claimNew(admin);
  const { body } = await call('certificates/setStanding', { id, counts: false, reason }, admin);
  expect(body).toMatchObject({ code: 'approvals.own_matter' });
});

test('a closed account hides the name', async () => {
  const { email, cookie } = await learner('Ottilie Quarterman');
  const { code } = await claimNew(cookie);
  expect(await verify(code)).toMatchObject({ name: 'Ottilie Quarterman' });
  const closing = { email, password: demoPassword, confirmed: true };
  expect((await call('accounts/closeAccount', closing, cookie)).status).toBe(200);
  expect(await verify(code)).toMatchObject({ code, name: null, revokedAt: null });
});

test('after erasure the code still verifies without personal data', async () => {
  const { id: userId, email, cookie } = await learner('Ottoline Quistgaard');
  const { code } = await claimNew(cookie);
  await markAccountsClosed(server, userId);
  await setRetentionDeadlines(services);
  const past = new Date(Date.now() + 2_600 * 86_400_000);
  server.setTime(past);
  await owner.query(`create or replace function app.today() returns date language sql stable as
    $$ select date '${past.toISOString().slice(0, 10)}' $$`);
  await eraseRecords(services);
  const { rows } = await owner.query('select 1 from profiles where email = $1', [email]);
  expect(rows).toEqual([]);
  expect(await verify(code)).toMatchObject({ code, courseTitle: 'A small course', name: null, revokedAt: null });
  const stored = await owner.query('select * from anonymized_certificates where code = $1', [code]);
  expect(JSON.stringify(stored.rows)).not.toMatch(new RegExp(`Quistgaard|${userId}|${email}`));
  expect(stored.rows).toMatchObject([{ code, issued_at: expect.any(Date) }]);
});

test('a connection can check 60 codes a minute', async () => {
  const codes: unknown[] = [];
  for (let n = 0; n < 75; n++)
    codes.push((await call('certificates/verify', { code: '7K3M-9QX2-R5WB-T0AE' })).body['code'] ?? 'answered');
  expect(codes.at(-1)).toBe('general.busy');
  expect(codes.filter((code) => code === 'answered').length).toBeLessThanOrEqual(60);
});

describe('email', () => {
  async function runEmailJobs(): Promise<Mail[]> {
    const mails: Mail[] = [];
    const [job] = certificateJobs(services, async (mail) => void mails.push(mail));
    const run = job?.run as ((job: CertificateEmailJob) => Promise<unknown>) | undefined;
    const { rows } = await owner.query<{ data: CertificateEmailJob }>(
      `delete from pgboss.job where name = 'certificates.send_email' and state = 'created' returning data`,
    );
    for (const { data } of rows) await run?.(data);
    return mails;
  }

  test('claiming a certificate sends one email with its verification page', async () => {
    const customer = await newCustomer(server);
    await runEmailJobs();
    await insertFinishedCourse(server, { userId: customer.id, courseId: 'small' });
    for (let n = 0; n < 2; n++)
      expect((await call('certificates/claim', { courseId: 'small' }, customer.cookie)).status).toBe(200);
    const { rows } = await owner.query<{ code: string }>('select code from certificates where user_id = $1', [
      customer.id,
    ]);
    const mails = await runEmailJobs();
    expect(mails).toMatchObject([
      { to: customer.email, about: 'certificate', subject: 'Your certificate: A small course' },
    ]);
    expect(mails[0]?.links).toEqual([`${services.config.origin}/verify/${rows[0]?.code}`]);
  });

  test('a certificate revoked before its email is sent gets no email', async () => {
    const customer = await newCustomer(server);
    await insertFinishedCourse(server, { userId: customer.id, courseId: 'small' });
    await call('certificates/claim', { courseId: 'small' }, customer.cookie);
    const { rows } = await owner.query<{ id: string }>('select id from certificates where user_id = $1', [customer.id]);
    const wrong = { id: rows[0]?.id, counts: false, reason: 'Someone else took the quizzes' };
    expect((await call('certificates/setStanding', wrong, await server.signIn('admin'))).status).toBe(200);
    expect(await runEmailJobs()).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { insertFinishedCourse } from '../../../../test/certificates.ts';
import { publishTestCourse } from '../../../../test/courses.ts';
import { newCustomer } from '../../../../test/submissions.ts';
import { serverUnderTest } from '../../../../test/worker.ts';
import type { Mail } from '../../../platform/email/mail.ts';
import { type CertificateEmailJob, certificateJobs } from './jobs.ts';

const server = await serverUnderTest();
const { call, owner, services } = server;
await publishTestCourse(server, { courseId: 'small' });

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
  const ina = await newCustomer(server);
  await insertFinishedCourse(server, { userId: ina.id, courseId: 'small' });
  for (let n = 0; n < 2; n++)
    expect((await call('certificates/claim', { courseId: 'small' }, ina.cookie)).status).toBe(200);
  const { rows } = await owner.query<{ code: string }>('select code from certificates where user_id = $1', [ina.id]);
  const mails = await runEmailJobs();
  expect(mails).toMatchObject([{ to: ina.email, about: 'certificate', subject: 'Your certificate: A small course' }]);
  expect(mails[0]?.links).toEqual([`${services.config.origin}/verify/${rows[0]?.code}`]);
});

test('a certificate revoked before its email is sent gets no email', async () => {
  const ina = await newCustomer(server);
  await insertFinishedCourse(server, { userId: ina.id, courseId: 'small' });
  await call('certificates/claim', { courseId: 'small' }, ina.cookie);
  const { rows } = await owner.query<{ id: string }>('select id from certificates where user_id = $1', [ina.id]);
  const wrong = { id: rows[0]?.id, counts: false, reason: 'Someone else took the quizzes' };
  expect((await call('certificates/setStanding', wrong, await server.signIn('admin'))).status).toBe(200);
  expect(await runEmailJobs()).toEqual([]);
  expect(server.faults).toEqual([]);
});

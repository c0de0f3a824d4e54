import { randomUUID } from 'node:crypto';
import { launchJobs } from '../src/features/launches/jobs.ts';
import type { Mail } from '../src/platform/email/mail.ts';
import { sendFile } from './files/uploads.ts';
import { createDocx } from './files/word.ts';
import type { TestServer } from './worker.ts';

/** Uploads a whitepaper like the browser. Returns the file id. */
export async function uploadWhitepaper(server: TestServer, cookie: string): Promise<string> {
  const bytes = createDocx(`Irie Coin, paper ${randomUUID()}.`);
  const { status, body } = await sendFile(server, cookie, {
    purpose: 'launch-whitepaper',
    bytes,
    name: 'Irie paper.docx',
  });
  if (status !== 200) throw new Error(`the paper was refused: ${body.code}`);
  return body.id;
}

export const launchInput = (whitepaper: string, more: object = {}) => ({
  key: randomUUID(),
  coinName: 'Irie Coin',
  idea: 'Farmers are paid on the day they deliver.',
  communityLinks: ' https://iriecoin.example \n\nhttps://t.example/irie\n',
  whitepaper,
  ...more,
});

export const questionInput = (submissionId: string) => ({
  submissionId,
  question: 'Who holds the first million coins?',
});
export const decisionInput = (submissionId: string) => ({
  ...{ submissionId, outcome: 'not_enough', reasonCode: 'figures_missing', note: 'Pages 3 and 7 differ.' },
});

type LaunchSetup = { readonly question?: string };

/** Inserts a pending launch. `question` is the id of a staff member with an open question about it. */
export async function insertLaunch(
  { owner }: Pick<TestServer, 'owner'>,
  userId: string,
  { question }: LaunchSetup = {},
) {
  const { rows: files } = await owner.query<{ id: string }>(
    `insert into files (user_id, purpose, path, name, mime, bytes, sha256, key_id, created_at)
     values ($1, 'launch-whitepaper', 'launch-whitepapers/' || gen_random_uuid(), 'Irie paper.docx',
       'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 100, 'x', 'x',
       now() - interval '2 days') returning id`,
    [userId],
  );
  const { rows } = await owner.query<{ id: string }>(
    `insert into launch_submissions (user_id, coin_name, idea, whitepaper_file, created_at, waits_since, idempotency_key,
         request_hash)
       values ($1, 'Irie Coin', 'Farmers are paid on the day.', $2, now(), now(), gen_random_uuid(), 'x') returning id`,
    [userId, files[0]?.id],
  );
  const id = rows[0]?.id ?? '';
  if (!question) return { id, questionId: '' };
  const { rows: questions } = await owner.query<{ id: string }>(
    `insert into launch_questions (submission_id, user_id, asked_by, question, asked_at)
       values ($1, $2, $3, 'Who holds the first million coins?', now()) returning id`,
    [id, userId, question],
  );
  await owner.query(`update launch_submissions set status = 'waiting_for_founder' where id = $1`, [id]);
  return { id, questionId: questions[0]?.id ?? '' };
}

type RunnableJob = { name: string; run: (data: object) => Promise<unknown> };

export async function sendLaunchEmails({ owner, services }: Pick<TestServer, 'owner' | 'services'>): Promise<Mail[]> {
  const mails: Mail[] = [];
  const jobs = launchJobs(services, async (mail) => void mails.push(mail)) as RunnableJob[];
  const { rows } = await owner.query<{ data: object }>(
    `delete from pgboss.job where name = 'launches.send_email' and state = 'created' returning data`,
  );
  for (const { data } of rows) await jobs[0]?.run(data);
  return mails;
}

import { randomUUID } from 'node:crypto';
import { launchJobs } from '../src/features/launches/jobs.ts';
import { parts } from '../src/features/launches/rubric.ts';
import type { Mail } from '../src/platform/mail.ts';
import { send } from './files/uploads.ts';
import { docx } from './files/word.ts';
import type { TestServer } from './worker.ts';

/** Sends a whitepaper as the browser does: the file's id. */
export async function paperOf(server: TestServer, cookie: string): Promise<string> {
  const bytes = docx(`Irie Coin, paper ${randomUUID()}.`);
  const { status, body } = await send(server, cookie, { purpose: 'launch-whitepaper', bytes, name: 'Irie paper.docx' });
  if (status !== 200) throw new Error(`the paper was refused: ${body.code}`);
  return body.id;
}

/** What somebody hands in. */
export const launching = (whitepaper: string, more: object = {}) => ({
  key: randomUUID(),
  coinName: 'Irie Coin',
  idea: 'Farmers are paid on the day they deliver.',
  communityLinks: ' https://iriecoin.example \n\nhttps://t.example/irie\n',
  whitepaper,
  ...more,
});

export const marking = (submissionId: string, part: (typeof parts)[number] = 'team', score = 4) => ({
  ...{ submissionId, part, score, note: 'Named, with what they did before.' },
});
export const noInterest = (submissionId: string) => ({ submissionId, conflict: false, words: '' });
export const anInterest = (submissionId: string) => ({
  ...{ submissionId, conflict: true, words: 'My brother works for this founder.' },
});
export const asking = (submissionId: string) => ({ submissionId, question: 'Who holds the first million coins?' });
export const deciding = (submissionId: string) => ({
  ...{ submissionId, outcome: 'not_enough', reasonCode: 'figures_missing', note: 'Page 3 says otherwise than page 7.' },
});

type Laid = { readonly question?: string; readonly judge?: string };

/**
 * A launch by hand, waiting: with an open question that somebody asked, or with all five marks of whoever judges it and
 * has no interest in it.
 */
export async function laidLaunch({ owner }: Pick<TestServer, 'owner'>, userId: string, { question, judge }: Laid = {}) {
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
  if (judge) {
    await owner.query(
      `insert into launch_conflicts (submission_id, reviewer, user_id, conflict, words, declared_at)
         values ($1, $2, $3, false, '', now())`,
      [id, judge, userId],
    );
    await owner.query(
      `insert into launch_marks (submission_id, part, user_id, marked_by, score, note, marked_at)
         select $1, part, $2, $3, 3, 'Enough.', now() from unnest($4::text[]) part`,
      [id, userId, judge, parts],
    );
  }
  if (!question) return { id, questionId: '' };
  const { rows: asked } = await owner.query<{ id: string }>(
    `insert into launch_questions (submission_id, user_id, asked_by, question, asked_at)
       values ($1, $2, $3, 'Who holds the first million coins?', now()) returning id`,
    [id, userId, question],
  );
  await owner.query(`update launch_submissions set status = 'waiting_for_founder' where id = $1`, [id]);
  return { id, questionId: asked[0]?.id ?? '' };
}

type Working = { name: string; run: (data: object) => Promise<unknown> };

/** Runs what the product was to write about launches: the letters, as they would have gone out. */
export async function launchLettersOf({ owner, services }: Pick<TestServer, 'owner' | 'services'>): Promise<Mail[]> {
  const mails: Mail[] = [];
  const jobs = launchJobs(services, async (mail) => void mails.push(mail)) as Working[];
  const { rows } = await owner.query<{ data: object }>(
    `delete from pgboss.job where name = 'launches.letter' and state = 'created' returning data`,
  );
  for (const { data } of rows) await jobs[0]?.run(data);
  return mails;
}

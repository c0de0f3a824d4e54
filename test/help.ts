import { randomUUID } from 'node:crypto';
import { helpJobs } from '../src/features/help/jobs.ts';
import type { Mail } from '../src/platform/email/mail.ts';
import type { TestServer } from './worker.ts';

export const openInput = (more: object = {}) => ({
  key: randomUUID(),
  about: null,
  category: 'not_arrived',
  isComplaint: false,
  files: [],
  message: 'My transfer left yesterday. Where is my order?',
  ...more,
});

export const answerInput = (conversationId: string, more: object = {}) => ({
  conversationId,
  key: randomUUID(),
  message: 'We found your transfer.',
  internal: false,
  ...more,
});

export const decisionInput = (conversationId: string, more: object = {}) => ({
  conversationId,
  outcome: 'partly_upheld',
  reasons: 'The transfer was late because of us. The price was right.',
  ...more,
});

export const recordInput = (email: string, more: object = {}) => ({
  key: randomUUID(),
  email,
  kind: 'complaint',
  category: 'refund',
  receivedOn: '2026-11-02',
  message: 'By email: where is my refund?',
  ...more,
});

type HelpSetup = { readonly isComplaint?: boolean; readonly decidedBy?: string; readonly inReview?: boolean };

/** Inserts a conversation with one message of the customer, as a complaint with dates of today if wished. */
export async function insertHelp(
  { owner }: Pick<TestServer, 'owner'>,
  userId: string,
  { isComplaint = false, decidedBy, inReview = false }: HelpSetup = {},
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into help_conversations (user_id, category, opened_at, waits_since, due_at, complained_at, acknowledge_by,
         decide_by)
       select $1, 'other', now(), now(), now() + interval '2 days', c, c + interval '2 days', c + interval '20 days'
         from (select case when $2 then date_trunc('second', now()) end c) f returning id`,
    [userId, isComplaint],
  );
  const id = rows[0]?.id ?? '';
  await owner.query(
    `insert into help_messages (conversation_id, user_id, author_id, text, written_at, idempotency_key, request_hash)
       values ($1, $2, $2, 'Where is it?', now(), gen_random_uuid(), 'x')`,
    [id, userId],
  );
  if (decidedBy)
    await owner.query(
      `insert into complaint_decisions (conversation_id, stage, user_id, decided_by, outcome, reasons, decided_at)
         values ($1, 'first', $2, $3, 'not_upheld', 'The price was the agreed one.', now())`,
      [id, userId, decidedBy],
    );
  if (inReview)
    await owner.query(
      `begin; select app.start_erasure(); update help_conversations set review_requested_at = date_trunc('second', now()),
         review_by = date_trunc('second', now()) + interval '20 days' where id = '${id}'; select app.finish_erasure(); commit`,
    );
  return id;
}

export async function insertHelpFile({ owner }: Pick<TestServer, 'owner'>, userId: string, more: object = {}) {
  const file = { purpose: 'help-file', state: 'clean', ...more };
  const { rows } = await owner.query<{ id: string }>(
    `insert into files (user_id, purpose, path, name, mime, bytes, sha256, key_id, state)
       values ($1, $2, 'help-files/' || gen_random_uuid(), 'Slip.png', 'image/png', 100, 'x', 'x', $3) returning id`,
    [userId, file.purpose, file.state],
  );
  return rows[0]?.id ?? '';
}

type RunnableJob = { name: string; run: (data: object) => Promise<unknown> };

export async function sendHelpEmails({ owner, services }: Pick<TestServer, 'owner' | 'services'>): Promise<Mail[]> {
  const mails: Mail[] = [];
  const jobs = helpJobs(services, async (mail) => void mails.push(mail)) as RunnableJob[];
  const { rows } = await owner.query<{ data: object }>(
    `delete from pgboss.job where name = 'help.send_email' and state = 'created' returning data`,
  );
  for (const { data } of rows) await jobs[0]?.run(data);
  return mails;
}

import { randomUUID } from 'node:crypto';
import type { TestServer } from '../worker.ts';
import {
  layDownPrograms,
  programBodies,
  programLines,
  programOwners,
  programsWithoutEntry,
} from './matrix-programs.ts';
import { anySession, everybody, type Row } from './verdicts.ts';

/** A word that is nobody's: its shape is right. */
const word = `${randomUUID()}.plan.AAAA`;

/** A sound body for each command of notices and programs that takes one. */
export const noticeBodies = {
  ...programBodies,
  'notices/list': {},
  'notices/read': { noticeId: randomUUID() },
  'notices/setWish': { kind: 'plan', channel: 'mail', wanted: true },
  'notices/setHabits': { digest: false, quiet: true },
  'notices/setMarketing': { given: false },
  'notices/startPush': { endpoint: 'https://push.example/of/nobody' },
  'notices/stopPush': { endpoint: 'https://push.example/of/nobody' },
  'notices/stop': { token: word },
} as const;

/** What notices are tried on: everybody's own, and a link that needs no session. */
export function noticeLines() {
  const line = (row: Row, path?: keyof typeof noticeBodies) => ({
    row,
    ...(path && { input: async (): Promise<unknown> => noticeBodies[path] }),
  });
  return {
    ...programLines(),
    'notices/list': line(anySession, 'notices/list'),
    'notices/unread': line(anySession),
    'notices/read': line(anySession, 'notices/read'),
    'notices/readAll': line(anySession),
    'notices/settings': line(anySession),
    'notices/setWish': line(anySession, 'notices/setWish'),
    'notices/setHabits': line(anySession, 'notices/setHabits'),
    'notices/setMarketing': line(anySession, 'notices/setMarketing'),
    'notices/startPush': line(anySession, 'notices/startPush'),
    'notices/stopPush': line(anySession, 'notices/stopPush'),
    'notices/stop': line(everybody, 'notices/stop'),
  };
}

/** What changes nothing that the log is about, and why. */
export const noticesWithoutEntry = {
  ...programsWithoutEntry,
  'notices/list': 'a question about oneself',
  'notices/unread': 'a question about oneself',
  'notices/read': 'what somebody read',
  'notices/readAll': 'what somebody read',
  'notices/settings': 'a question about oneself',
  'notices/setWish': 'a wish about mails to oneself, which stands in its own row',
  'notices/startPush': 'a wish about telling oneself, which stands in its own row',
  'notices/stopPush': 'a wish about telling oneself, which stands in its own row',
  'notices/setHabits': 'a wish about mails to oneself, which stands in its own row',
  'notices/setMarketing': 'each answer stays in its own table, with the words that were answered',
  'notices/stop': 'a wish about mails to oneself, which stands in its own row',
} as const;

/** Whose a row is. Mails on their way are the product's alone. */
export const noticeOwners = {
  ...programOwners,
  notices: 'user_id',
  notice_preferences: 'user_id',
  notice_habits: 'user_id',
  marketing_consents: 'user_id',
  mail_troubles: 'user_id',
  push_subscriptions: 'user_id',
} as const;
export const noticeTables = [...Object.keys(noticeOwners), 'mails'];

/** Something of each, for whom the walls are tried. */
export async function layDownNotices({ owner }: Pick<TestServer, 'owner'>, userId: string): Promise<void> {
  await layDownPrograms({ owner }, userId);
  for (const insert of [
    `notices (user_id, kind, facts, at) values ($1, 'plan', '{"title": "Your plan", "path": "/dashboard"}', now())`,
    `notice_preferences (user_id, kind, channel, wanted, set_at) values ($1, 'plan', 'mail', false, now())`,
    `notice_habits (user_id, set_at) values ($1, now())`,
    `marketing_consents (user_id, version, given, said_by, at) values ($1, '1', true, 'page', now())`,
    `mail_troubles (user_id, kind, event_id, at) values ($1, 'bounce', gen_random_uuid()::text, now())`,
    `mails (user_id, kind, to_address, body, at, goes_at, next_at)
       values ($1, 'plan', 'x@customer.test', '{}', now(), 'infinity', 'infinity')`,
  ])
    await owner.query(`insert into ${insert}`, [userId]);
  await owner.query(
    `insert into push_subscriptions (user_id, session_id, endpoint, created_at)
      select $1, id, 'https://push.example/' || gen_random_uuid(), now() from auth.session where "userId" = $1 limit 1`,
    [userId],
  );
}

import { randomUUID } from 'node:crypto';
import type { TestServer } from '../worker.ts';
import {
  buildProgramRows,
  insertProgramRows,
  programBodies,
  programOwners,
  programsWithoutEntry,
} from './matrix-programs.ts';
import { anyActor, anySession, type Row } from './outcomes.ts';

const unknownToken = `${randomUUID()}.plan.AAAA`;

export const noticeBodies = {
  ...programBodies,
  'notices/list': {},
  'notices/read': { noticeId: randomUUID() },
  'notices/setPreference': { kind: 'plan', channel: 'mail', wanted: true },
  'notices/setDigestSettings': { digest: false, quiet: true },
  'notices/setMarketing': { given: false },
  'notices/startPush': { endpoint: 'https://push.example/unknown' },
  'notices/stopPush': { endpoint: 'https://push.example/unknown' },
  'notices/stop': { token: unknownToken },
  'priceAlerts/set': { symbol: 'BTC', direction: 'move', currency: 'JMD', target: '5' },
  'priceAlerts/remove': { alertId: randomUUID() },
} as const;

export function buildNoticeRows() {
  const allow = (row: Row, path?: keyof typeof noticeBodies) => ({
    row,
    ...(path && { input: async (): Promise<unknown> => noticeBodies[path] }),
  });
  return {
    ...buildProgramRows(),
    'notices/list': allow(anySession, 'notices/list'),
    'notices/unread': allow(anySession),
    'notices/read': allow(anySession, 'notices/read'),
    'notices/readAll': allow(anySession),
    'notices/settings': allow(anySession),
    'notices/setPreference': allow(anySession, 'notices/setPreference'),
    'notices/setDigestSettings': allow(anySession, 'notices/setDigestSettings'),
    'notices/setMarketing': allow(anySession, 'notices/setMarketing'),
    'notices/startPush': allow(anySession, 'notices/startPush'),
    'notices/stopPush': allow(anySession, 'notices/stopPush'),
    'notices/stop': allow(anyActor, 'notices/stop'),
    'priceAlerts/list': allow(anySession),
    'priceAlerts/set': allow(anySession, 'priceAlerts/set'),
    'priceAlerts/remove': allow(anySession, 'priceAlerts/remove'),
  };
}

export const noticesWithoutEntry = {
  ...programsWithoutEntry,
  'notices/list': 'a query about oneself',
  'notices/unread': 'a query about oneself',
  'notices/read': 'read marks',
  'notices/readAll': 'read marks',
  'notices/settings': 'a query about oneself',
  'notices/setPreference': 'an email preference, which has its own row',
  'notices/startPush': 'a push preference, which has its own row',
  'notices/stopPush': 'a push preference, which has its own row',
  'notices/setDigestSettings': 'an email preference, which has its own row',
  'notices/setMarketing': 'each consent is stored in its own table, with its wording',
  'notices/stop': 'an email preference, which has its own row',
  'priceAlerts/list': 'a query about oneself',
  'priceAlerts/set': 'a preference, which has its own row',
  'priceAlerts/remove': 'a preference, which had its own row',
} as const;

/** Owner columns of the tables of notices. Queued emails have none, because they belong to the application. */
export const noticeOwners = {
  ...programOwners,
  notices: 'user_id',
  notice_preferences: 'user_id',
  digest_settings: 'user_id',
  marketing_consents: 'user_id',
  mail_delivery_problems: 'user_id',
  push_subscriptions: 'user_id',
  price_alerts: 'user_id',
} as const;
export const noticeTables = [...Object.keys(noticeOwners), 'mails'];

export async function insertNoticeRows({ owner }: Pick<TestServer, 'owner'>, userId: string): Promise<void> {
  await insertProgramRows({ owner }, userId);
  for (const insert of [
    `notices (user_id, kind, facts, at) values ($1, 'plan', '{"title": "Your plan", "path": "/dashboard"}', now())`,
    `notice_preferences (user_id, kind, channel, wanted, set_at) values ($1, 'plan', 'mail', false, now())`,
    `digest_settings (user_id, set_at) values ($1, now())`,
    `marketing_consents (user_id, version, given, source, at) values ($1, '1', true, 'page', now())`,
    `mail_delivery_problems (user_id, kind, event_id, at) values ($1, 'bounce', gen_random_uuid()::text, now())`,
    `price_alerts (user_id, symbol, direction, target, created_at) values ($1, 'BTC', 'move', 5, now())`,
    `mails (user_id, kind, to_address, body, at, scheduled_for, next_at)
       values ($1, 'plan', 'x@customer.test', '{}', now(), 'infinity', 'infinity')`,
  ])
    await owner.query(`insert into ${insert}`, [userId]);
  await owner.query(
    `insert into push_subscriptions (user_id, session_id, endpoint, created_at)
      select $1, id, 'https://push.example/' || gen_random_uuid(), now() from auth.session where "userId" = $1 limit 1`,
    [userId],
  );
}

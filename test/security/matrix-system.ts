import { randomUUID } from 'node:crypto';
import { insertFailedJob } from '../system.ts';
import type { TestServer } from '../worker.ts';
import type { Actor } from './actors.ts';
import type { SentCommand, SentCommands } from './audited-commands.ts';
import type { Outcome } from './outcomes.ts';

type StaffRow = { readonly own: Outcome; readonly input?: () => Promise<unknown> };

export const systemBodies = {
  'system/retryJob': { job: 'trading.send_email', id: randomUUID() },
  'announcements/publish': { component: 'bank', level: 'info', text: 'All is well', startsAt: '', endsAt: '' },
  'announcements/end': { announcementId: randomUUID() },
} as const;

/** Inserts an active announcement. Returns the body that ends it. */
async function insertAnnouncement({ owner }: Pick<TestServer, 'owner'>): Promise<object> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into announcements (component, level, text, starts_at, created_at, author_id)
       select 'bank', 'slow', 'Transfers are late', now(), now(), id from auth."user" limit 1 returning id`,
  );
  return { announcementId: rows[0]?.id };
}

export const buildSystemRows = ({ owner }: Pick<TestServer, 'owner'>): Readonly<Record<string, StaffRow>> => ({
  'audit/list': { own: 'yes', input: async () => ({}) },
  'audit/about': { own: 'yes' },
  'announcements/list': { own: 'yes' },
  'announcements/publish': { own: 'yes', input: async () => systemBodies['announcements/publish'] },
  'announcements/end': { own: 'yes', input: () => insertAnnouncement({ owner }) },
  'system/show': { own: 'yes' },
  'system/retryJob': { own: 'yes', input: () => insertFailedJob(owner) },
});

type Send = (actor: Actor, input: unknown) => SentCommand;

export const buildSystemCommands = (server: Pick<TestServer, 'owner'>, by: Send): SentCommands => ({
  'system/retryJob': async () => by('admin', await insertFailedJob(server.owner)),
  'announcements/publish': async () => by('support', systemBodies['announcements/publish']),
  'announcements/end': async () => by('support', await insertAnnouncement(server)),
});

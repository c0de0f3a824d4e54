import { randomUUID } from 'node:crypto';
import type { TestServer } from '../worker.ts';
import type { Scene } from './actors.ts';

const someNews = { subject: 'A new course', text: 'It is about wallets.', path: '/courses', why: 'It is new' };

const rejectedNews = { kinds: ['news'], subjects: [] };

export const newsBodies = {
  'approvals/rejected': rejectedNews,
  'news/propose': someNews,
  'news/decide': { proposalId: randomUUID(), decision: 'approve' },
};

/** Inserts news proposed by another user. Returns the body that approves it. */
export const insertProposedNews = async ({ owner }: TestServer, scene: Scene) => {
  const { text, ...rest } = someNews;
  const { rows } = await owner.query<{ id: string }>(
    `insert into proposals (kind, subject, payload, proposed_by) values ('news', $1, $2, $3) returning id`,
    [randomUUID(), { ...rest, paragraphs: [text] }, scene.ids.preparer],
  );
  return { proposalId: rows[0]?.id, decision: 'approve' };
};

export const buildNewsRows = (server: TestServer, scene: Scene) => ({
  'news/list': { own: 'yes' as const },
  'approvals/rejected': { own: 'yes' as const, input: async () => rejectedNews },
  'news/propose': { own: 'yes' as const, input: async () => someNews },
  'news/decide': { own: 'yes' as const, input: () => insertProposedNews(server, scene) },
});

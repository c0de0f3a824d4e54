import { randomUUID } from 'node:crypto';
import type { TestServer } from '../worker.ts';
import type { Scene } from './actors.ts';

/** What the acts on the words of letters, and on news, are tried on. */

const letter = 'certificate.earned';
const otherWords = { letter, words: { subject: 'Yours: {course}', text: 'Well done.' }, why: 'Shorter' };

const someNews = { subject: 'A new course', text: 'It is about wallets.', path: '/courses', why: 'It is new' };

const rejectedNews = { kinds: ['news'], subjects: [] };

export const soundLetters = {
  'approvals/rejected': rejectedNews,
  'letters/show': { letter },
  'letters/propose': otherWords,
  'letters/decide': { proposalId: randomUUID(), decision: 'approve' },
  'news/propose': someNews,
  'news/decide': { proposalId: randomUUID(), decision: 'approve' },
};

/** Words to be asked for, and words and news that somebody else asked for. */
export function wordsOn({ owner }: TestServer, scene: Scene) {
  const newWords = async () => {
    await owner.query(`delete from letter_versions; delete from proposals where kind = 'letter'`);
    return otherWords;
  };
  const proposedWords = async () => {
    await newWords();
    const { rows } = await owner.query<{ id: string }>(
      `insert into proposals (kind, subject, payload, stood, proposed_by)
       values ('letter', $1, $2, '{"words": null}', $3) returning id`,
      [
        letter,
        { words: { subject: 'Yours: {course}', paragraphs: ['Well done.'] }, why: 'Shorter' },
        scene.ids.preparer,
      ],
    );
    return { proposalId: rows[0]?.id, decision: 'approve' };
  };
  const proposedNews = async () => {
    const { text, ...asked } = someNews;
    const { rows } = await owner.query<{ id: string }>(
      `insert into proposals (kind, subject, payload, proposed_by) values ('news', $1, $2, $3) returning id`,
      [randomUUID(), { ...asked, paragraphs: [text] }, scene.ids.preparer],
    );
    return { proposalId: rows[0]?.id, decision: 'approve' };
  };
  return { newWords, proposedWords, proposedNews };
}

export const letterLines = (server: TestServer, scene: Scene) => {
  const { newWords, proposedWords, proposedNews } = wordsOn(server, scene);
  return {
    'letters/list': { own: 'yes' as const },
    'letters/show': { own: 'yes' as const, input: async () => ({ letter }) },
    'letters/propose': { own: 'yes' as const, input: newWords },
    'letters/decide': { own: 'yes' as const, input: proposedWords },
    'news/list': { own: 'yes' as const },
    'approvals/rejected': { own: 'yes' as const, input: async () => rejectedNews },
    'news/propose': { own: 'yes' as const, input: async () => someNews },
    'news/decide': { own: 'yes' as const, input: proposedNews },
  };
};

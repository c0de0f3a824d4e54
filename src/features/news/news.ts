import { randomUUID } from 'node:crypto';
import { audit, byStaff } from '../../platform/audit.ts';
import { announce } from '../../platform/database.ts';
import type { Wording } from '../../platform/mail.ts';
import { staffOnly } from '../../platform/procedure.ts';
import {
  because,
  decidedProposals,
  decideProposal,
  decisionMayRefuse,
  openProposals,
  propose,
} from '../approvals/decide.ts';
import { DecideProposal } from '../approvals/schema.ts';
import { footIn } from '../notices/hand-on.ts';
import { paragraphsOf } from '../notices/own-words.ts';
import { newsActs } from './acts.ts';
import type { AboutNews } from './jobs.ts';
import { newsLetters } from './letters.ts';
import { mayRefuse, refuse } from './messages.ts';
import { faultOfNews, type NewsPlace } from './news-rules.ts';
import { ProposeNews } from './schema.ts';
import { putNews, reachOfNews, sentNews } from './store.ts';

/** News that somebody asks to be sent, frozen; and why. */
export type AskedNews = Wording & { readonly path: NewsPlace; readonly why: string };

function refuseUnfit(words: Wording): void {
  const fault = faultOfNews(words);
  if (fault?.field === 'subject') refuse('news.subject_unfit', { what: fault.what });
  if (fault) refuse('news.text_unfit', { what: fault.what });
}

/** What waits for a second person, what was sent and to how many, what was rejected, and how many agree to news now. */
export const listNews = staffOnly(newsActs.read).handler(async ({ context: { tx } }) => ({
  waiting: (await openProposals(tx, 'news')).map(({ id, payload, proposer, proposedBy, proposedAt }) => ({
    ...{ id, proposer, proposedBy, proposedAt },
    ...(payload as AskedNews),
  })),
  sent: await sentNews(tx),
  rejected: (await decidedProposals(tx, 'news'))
    .filter(({ state }) => state === 'rejected')
    .map(({ id, payload, proposer, decider, decidedAt, reason }) => ({
      ...{ id, proposer, decider, decidedAt, reason },
      ...(payload as AskedNews),
    })),
  reach: await reachOfNews(tx),
  /** What stands around the words. */
  frame: newsLetters.frame,
  foot: footIn('news'),
}));

/** Asks for news to be sent. Nobody has them before a second person approves (decision D2). */
export const proposeNews = staffOnly(newsActs.propose)
  .errors(mayRefuse('news.subject_unfit', 'news.text_unfit', 'approvals.already_open'))
  .input(ProposeNews)
  .handler(async ({ context, input: { subject, text, path, why } }) => {
    const { tx, person } = context;
    const payload: AskedNews = { subject, paragraphs: paragraphsOf(text), path, why };
    refuseUnfit(payload);
    const id = randomUUID();
    const proposalId = await propose(tx, { kind: 'news', subject: id, payload, by: person.id });
    const record = { action: 'news.proposed', subjectType: 'news', subjectId: id };
    await audit(tx, { ...byStaff(context), ...record, after: payload });
    await announce(tx, 'desk');
    return { proposalId };
  });

/** Approves, rejects or withdraws news. Approved, they go out to whoever agrees to news; nothing calls them back. */
export const decideNews = staffOnly(newsActs.decide)
  .errors(decisionMayRefuse)
  .errors(mayRefuse('news.subject_unfit', 'news.text_unfit'))
  .input(DecideProposal)
  .handler(async ({ context, input: { proposalId, decision, reason } }) => {
    const { tx, person, services } = context;
    const which = { id: proposalId, kind: 'news' } as const;
    // What was asked for is sent as it was frozen: nothing stands in its place that could have changed meanwhile.
    const unchanged = () => true;
    const proposal = await decideProposal(tx, which, { by: person.id, decision, reason, unchanged });
    const asked = proposal.payload as AskedNews;
    if (decision === 'approve') {
      refuseUnfit(asked);
      await putNews(tx, proposal.id);
      await services.jobs.enqueue(tx, 'news.send', { id: proposal.subject } satisfies AboutNews);
    }
    const record = { action: `news.${decision}`, subjectType: 'news', subjectId: proposal.subject };
    await audit(tx, { ...byStaff(context), ...record, after: { ...asked, ...because(proposal) } });
    await announce(tx, 'desk');
    return { decision };
  });

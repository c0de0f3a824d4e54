import { randomUUID } from 'node:crypto';
import { audit, byStaff } from '../../../platform/audit.ts';
import { publishTopic } from '../../../platform/database/database.ts';
import type { EmailCopy } from '../../../platform/email/mail.ts';
import { staff } from '../../../platform/http/procedure.ts';
import {
  decidedProposals,
  decideProposal,
  decisionRefusalCodes,
  openProposals,
  propose,
  rejectionReason,
} from '../../approvals/decide.ts';
import { DecideProposal } from '../../approvals/schema.ts';
import { getFootCopy } from '../deliver.ts';
import { newsEmails } from './emails.ts';
import type { NewsJob } from './jobs.ts';
import { refusalCodes, refuse } from './messages.ts';
import { findNewsFault, type NewsPath, parseParagraphs } from './news-rules.ts';
import { newsPermissions } from './permissions.ts';
import { ProposeNews } from './schema.ts';
import { approveNews, countReaders, findSentNews } from './store.ts';

type ProposedNews = EmailCopy & { readonly path: NewsPath; readonly why: string };

function assertSendable(copy: EmailCopy): void {
  const fault = findNewsFault(copy);
  if (fault?.field === 'subject') refuse('news.subject_unfit', { what: fault.what });
  if (fault) refuse('news.text_unfit', { what: fault.what });
}

const listNews = staff(newsPermissions.read).handler(async function listNews({ context: { tx } }) {
  return {
    waiting: (await openProposals(tx, 'news')).map(({ id, payload, proposer, proposedBy, proposedAt }) => ({
      ...{ id, proposer, proposedBy, proposedAt },
      ...(payload as ProposedNews),
    })),
    sent: await findSentNews(tx),
    rejected: (await decidedProposals(tx, 'news'))
      .filter(({ state }) => state === 'rejected')
      .map(({ id, payload, proposer, decider, decidedAt, reason }) => ({
        ...{ id, proposer, decider, decidedAt, reason },
        ...(payload as ProposedNews),
      })),
    reach: await countReaders(tx),
    frame: newsEmails.frame,
    foot: getFootCopy('news'),
  };
});

/** Proposes news. Nothing is sent before a second person approves (decision D2). */
const proposeNews = staff(newsPermissions.propose)
  .errors(refusalCodes('news.subject_unfit', 'news.text_unfit', 'approvals.already_open'))
  .input(ProposeNews)
  .handler(async function proposeNews({ context, input: { subject, text, path, why } }) {
    const { tx, person } = context;
    const payload: ProposedNews = { subject, paragraphs: parseParagraphs(text), path, why };
    assertSendable(payload);
    const id = randomUUID();
    const proposalId = await propose(tx, { kind: 'news', subject: id, payload, by: person.id });
    const entry = { action: 'news.proposed', subjectType: 'news', subjectId: id };
    await audit(tx, { ...byStaff(context), ...entry, after: payload });
    await publishTopic(tx, 'desk');
    return { proposalId };
  });

/** An approval sends the news and cannot be undone. */
const decideNews = staff(newsPermissions.decide)
  .errors(decisionRefusalCodes)
  .errors(refusalCodes('news.subject_unfit', 'news.text_unfit'))
  .input(DecideProposal)
  .handler(async function decideNews({ context, input: { proposalId, decision, reason } }) {
    const { tx, person, services } = context;
    const reference = { id: proposalId, kind: 'news' } as const;
    // News replaces no existing value, so nothing can have changed.
    const unchanged = () => true;
    const proposal = await decideProposal(tx, reference, { by: person.id, decision, reason, unchanged });
    const proposed = proposal.payload as ProposedNews;
    if (decision === 'approve') {
      assertSendable(proposed);
      await approveNews(tx, proposal.id);
      await services.jobs.enqueue(tx, 'news.send', { id: proposal.subject } satisfies NewsJob);
    }
    const entry = { action: `news.${decision}`, subjectType: 'news', subjectId: proposal.subject };
    await audit(tx, { ...byStaff(context), ...entry, after: { ...proposed, ...rejectionReason(proposal) } });
    await publishTopic(tx, 'desk');
    return { decision };
  });

export const newsApi = { list: listNews, propose: proposeNews, decide: decideNews };

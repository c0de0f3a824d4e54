import { randomUUID } from 'node:crypto';
import { audit, byStaff } from '../../../platform/audit.ts';
import { type Db, publishTopic, type SessionUser } from '../../../platform/database/database.ts';
import type { EmailCopy } from '../../../platform/email/mail.ts';
import { type Services, staff } from '../../../platform/http/procedure.ts';
import { defineProposal, findDecidedProposals, findOpenProposals, rejectionReason } from '../../approvals/decide.ts';
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
    waiting: (await findOpenProposals(tx, 'news')).map(({ id, payload, proposer, proposedBy, proposedAt }) => ({
      id,
      proposer,
      proposedBy,
      proposedAt,
      ...(payload as ProposedNews),
    })),
    sent: await findSentNews(tx),
    rejected: (await findDecidedProposals(tx, 'news'))
      .filter(({ state }) => state === 'rejected')
      .map(({ id, payload, proposer, decider, decidedAt, reason }) => ({
        id,
        proposer,
        decider,
        decidedAt,
        reason,
        ...(payload as ProposedNews),
      })),
    reach: await countReaders(tx),
    frame: newsEmails.frame,
    foot: getFootCopy('news'),
  };
});

type StaffContext = { readonly tx: Db; readonly person: SessionUser; readonly services: Services };

const newsProposal = defineProposal<StaffContext, ProposedNews>({
  kind: 'news',
  // News replaces no existing value, so nothing can have changed.
  stillValid: () => true,
  async apply({ tx, services }, { id, subject, payload }) {
    assertSendable(payload);
    await approveNews(tx, id);
    await services.jobs.enqueue(tx, 'news.send', { id: subject } satisfies NewsJob);
  },
});

/** Proposes news. Nothing is sent before a second person approves (decision D2). */
const proposeNews = staff(newsPermissions.propose)
  .errors(refusalCodes('news.subject_unfit', 'news.text_unfit', 'approvals.already_open'))
  .input(ProposeNews)
  .handler(async function proposeNews({ context, input: { subject, text, path, why } }) {
    const { tx } = context;
    const payload: ProposedNews = { subject, paragraphs: parseParagraphs(text), path, why };
    assertSendable(payload);
    const id = randomUUID();
    const proposalId = await newsProposal.propose(context, { subject: id, payload });
    const entry = { action: 'news.proposed', subjectType: 'news', subjectId: id };
    await audit(tx, { ...byStaff(context), ...entry, after: payload });
    await publishTopic(tx, 'desk');
    return { proposalId };
  });

/** An approval sends the news and cannot be undone. */
const decideNews = newsProposal.procedure
  .errors(refusalCodes('news.subject_unfit', 'news.text_unfit'))
  .handler(async function decideNews({ context, input }) {
    const { tx } = context;
    const { decision } = input;
    const proposal = await newsProposal.decide(context, input);
    const entry = { action: `news.${decision}`, subjectType: 'news', subjectId: proposal.subject };
    await audit(tx, { ...byStaff(context), ...entry, after: { ...proposal.payload, ...rejectionReason(proposal) } });
    await publishTopic(tx, 'desk');
    return { decision };
  });

export const newsApi = { list: listNews, propose: proposeNews, decide: decideNews };

import { useQuery } from '@tanstack/react-query';
import { roleAllows } from '../../../kernel/permissions.ts';
import { adminMeta, useStaffUser } from '../../../ui/admin/frame.tsx';
import { api, type call } from '../../../ui/client.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { Notice } from '../../../ui/notice.tsx';
import { QueryPlaceholder } from '../../../ui/query-placeholder.tsx';
import { RejectedBy } from '../../approvals/screens/rejected-by.tsx';
import { newsActs } from '../acts.ts';
import { formatParagraphs } from '../news-rules.ts';
import { NewsForm } from './news-form.tsx';
import { PendingNewsCard } from './pending-news.tsx';

export const meta = () => adminMeta('News');

type News = Awaited<ReturnType<typeof call.news.list>>;

/** /admin/news (ADR 23). */
export default function NewsScreen() {
  const { roles } = useStaffUser();
  return (
    <div className="settings">
      <h1>News</h1>
      {roleAllows(newsActs.read, roles) ? (
        <NewsPage />
      ) : (
        <Notice>Your role does not include this. Finance or admin can see it.</Notice>
      )}
    </div>
  );
}

function NewsPage() {
  const { id: personId } = useStaffUser();
  const list = useQuery(api.news.list.queryOptions());
  if (!list.data) return <QueryPlaceholder query={list} text="We couldn’t load the news." lines={[40, 90, 90, 90]} />;
  const { waiting, sent, rejected, reach, frame, foot } = list.data;
  const around = { frame, foot };
  return (
    <>
      <p className="ink-2">
        News is sent once to everyone who agreed to news and offers: {reach === 1 ? '1 person' : `${reach} people`} now.
        A second person must approve it. It can't be recalled.
      </p>
      {waiting.map((news) => (
        <PendingNewsCard key={news.id} {...{ around, waiting: news, personId, reach }} />
      ))}
      <NewsForm around={around} personId={personId} />
      <SentNews sent={sent} />
      {rejected.length > 0 && <RejectedNews rejected={rejected} />}
    </>
  );
}

const SentNews = ({ sent }: Pick<News, 'sent'>) => (
  <section className="setting" aria-labelledby="sent-news">
    <header>
      <h2 id="sent-news">Sent</h2>
    </header>
    {sent.length === 0 && <p className="ink-2">Nothing yet.</p>}
    <ol className="past">
      {sent.map(({ id, subject, paragraphs, why, approvedAt, proposedBy, approvedBy, recipientCount, mailedAt }) => (
        <li key={id}>
          <p className="num">
            <b>{formatDateTime(approvedAt, { year: true })}</b>{' '}
            <span className="ink-2">
              proposed by {proposedBy}, approved by {approvedBy};{' '}
              {mailedAt ? `sent to ${recipientCount}` : `sending, ${recipientCount} so far`}
            </span>
          </p>
          <p className="wrap-any">“{why}”</p>
          <p className="wrap-any">
            <b>{subject}</b>
          </p>
          <p className="wrap-any ink-2">{formatParagraphs({ paragraphs })}</p>
        </li>
      ))}
    </ol>
  </section>
);

const RejectedNews = ({ rejected }: Pick<News, 'rejected'>) => (
  <section className="setting" aria-labelledby="rejected-news">
    <header>
      <h2 id="rejected-news">Rejected</h2>
    </header>
    <ol className="past">
      {rejected.map(({ id, subject, paragraphs, why, proposer, decider, decidedAt, reason }) => (
        <li key={id}>
          <RejectedBy {...{ proposer, decider, decidedAt }} />
          <p className="wrap-any">
            “{why}” Rejected: “{reason}”
          </p>
          <p className="wrap-any">
            <b>{subject}</b>
          </p>
          <p className="wrap-any ink-2">{formatParagraphs({ paragraphs })}</p>
        </li>
      ))}
    </ol>
  </section>
);

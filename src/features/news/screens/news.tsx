import { useQuery } from '@tanstack/react-query';
import { isFor } from '../../../kernel/acts.ts';
import { api, type call } from '../../../ui/client.ts';
import { deskMeta, useDeskPerson } from '../../../ui/desk/frame.tsx';
import { momentText } from '../../../ui/format.ts';
import { NotYet } from '../../../ui/not-yet.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RejectedBy } from '../../approvals/screens/rejected-by.tsx';
import { textOf } from '../../notices/own-words.ts';
import { newsActs } from '../acts.ts';
import { WaitingNews } from './waiting-news.tsx';
import { NewsWriter } from './writer.tsx';

export const meta = () => deskMeta('News');

type News = Awaited<ReturnType<typeof call.news.list>>;

/** /admin/news: what is written to whoever agreed to news, by two people, and what was (decision 068). */
export default function NewsScreen() {
  const { roles } = useDeskPerson();
  return (
    <div className="settings">
      <h1>News</h1>
      {isFor(newsActs.read, roles) ? (
        <All />
      ) : (
        <Notice>Your role does not include this. Finance or admin read it.</Notice>
      )}
    </div>
  );
}

function All() {
  const { id: personId } = useDeskPerson();
  const list = useQuery(api.news.list.queryOptions());
  if (!list.data) return <NotYet asked={list} text="The news could not be read." lines={[40, 90, 90, 90]} />;
  const { waiting, sent, rejected, reach, frame, foot } = list.data;
  const around = { frame, foot, places: [] };
  return (
    <>
      <p className="ink-2">
        Mailed once to everybody who agreed to news and offers: {reach === 1 ? 'one person' : `${reach} people`} now. It
        takes two people, and nothing calls it back.
      </p>
      {waiting.map((one) => (
        <WaitingNews key={one.id} {...{ around, waiting: one, personId, reach }} />
      ))}
      <NewsWriter around={around} personId={personId} />
      <Sent sent={sent} />
      {rejected.length > 0 && <NotSent rejected={rejected} />}
    </>
  );
}

const Sent = ({ sent }: Pick<News, 'sent'>) => (
  <section className="setting" aria-labelledby="sent-news">
    <header>
      <h2 id="sent-news">Sent</h2>
    </header>
    {sent.length === 0 && <p className="ink-2">Nothing yet.</p>}
    <ol className="past">
      {sent.map(({ id, subject, paragraphs, why, approvedAt, proposedBy, approvedBy, writtenTo, mailedAt }) => (
        <li key={id}>
          <p className="num">
            <b>{momentText(approvedAt, { year: true })}</b>{' '}
            <span className="ink-2">
              proposed by {proposedBy}, approved by {approvedBy};{' '}
              {mailedAt ? `to ${writtenTo}` : `on its way, to ${writtenTo} until now`}
            </span>
          </p>
          <p className="wrap-any">“{why}”</p>
          <p className="wrap-any">
            <b>{subject}</b>
          </p>
          <p className="wrap-any ink-2">{textOf({ paragraphs })}</p>
        </li>
      ))}
    </ol>
  </section>
);

/** What was proposed and rejected, newest first: its words, and why they did not go out. */
const NotSent = ({ rejected }: Pick<News, 'rejected'>) => (
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
          <p className="wrap-any ink-2">{textOf({ paragraphs })}</p>
        </li>
      ))}
    </ol>
  </section>
);

import { ApprovalPanel } from '../../../ui/admin/approval-panel.tsx';
import { useDecide } from '../../../ui/admin/use-decide.ts';
import { api, type call } from '../../../ui/client.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { newsToasts } from '../messages.ts';
import { newsPathNames } from '../news-rules.ts';
import { type EmailFrame, Preview } from './preview.tsx';

type PendingNews = Awaited<ReturnType<typeof call.news.list>>['waiting'][number];
type PendingNewsProps = { around: EmailFrame; waiting: PendingNews; personId: string; reach: number };

export function PendingNewsCard({ around, waiting, personId, reach }: PendingNewsProps) {
  const { id, subject, paragraphs, path, why, proposer, proposedBy, proposedAt } = waiting;
  const own = proposedBy === personId;
  const stale = api.news.key();
  const { decide, busy } = useDecide(
    { command: api.news.decide.mutationOptions(), staleKey: stale, notices: newsToasts },
    id,
  );
  return (
    <div className="proposal">
      <p>
        <b>Waiting for a second person</b>
      </p>
      <p className="wrap-any">“{why}”</p>
      <p className="num ink-2">
        {own ? 'You' : proposer} proposed this, {formatDateTime(proposedAt, { year: true })}. The button opens:{' '}
        {newsPathNames[path]}. {own ? 'Another person from finance or admin can approve it.' : 'You can approve it.'}
      </p>
      <Preview
        around={around}
        copy={{ subject, paragraphs: [...paragraphs] }}
        title={`Proposed: ${subject}`}
        path={path}
      />
      <ApprovalPanel
        {...{ isProposer: own, busy }}
        onDecide={decide}
        confirmation={{ title: 'Send this news?', says: 'Approve and send' }}
      >
        <p className="ink-2">
          The email is sent to {reach === 1 ? '1 person' : `${reach} people`} right away and can't be recalled.
        </p>
      </ApprovalPanel>
    </div>
  );
}

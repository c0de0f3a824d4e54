import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../../../ui/client.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { momentText } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';

/** On every page of the compliance desk: the Commissioner must still be told of a breach, and by when. */
export function BreachesDue() {
  const { data, error, refetch } = useQuery(api.compliance.breaches.queryOptions());
  // What stands below is shown when it is known whether it stands lower; mostly nothing is to be told.
  if (!data && !error) return <div className="skeleton" hidden />;
  if (!data)
    return (
      <div className="breaches-due">
        <FailedState
          text="Whether the Commissioner is to be told of a breach could not be read."
          error={error}
          onRetry={() => void refetch()}
        />
      </div>
    );
  const due = data.lines.filter(({ commissionerToldAt }) => commissionerToldAt === null);
  const [first] = due;
  if (!first) return null;
  const late = due.filter(({ state }) => state === 'overdue').length;
  return (
    <div className="breaches-due">
      <Notice kind={late > 0 ? 'bad' : 'wait'}>
        The Commissioner is to be told of{' '}
        <Link className="link" to="/admin/aml-compliance/breaches">
          {due.length === 1 ? 'a breach of personal data' : `${due.length} breaches of personal data`}
        </Link>{' '}
        by {momentText(first.dueAt)}
        {late > 0 && `: ${late === 1 ? 'one is' : `${late} are`} late`}.
      </Notice>
    </div>
  );
}

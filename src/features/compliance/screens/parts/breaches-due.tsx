import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../../../ui/client.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';

export function BreachesDue() {
  const { data, error, refetch } = useQuery(api.compliance.breaches.queryOptions());
  // Reserves no space, because usually no breach is due.
  if (!data && !error) return <div className="skeleton" hidden />;
  if (!data)
    return (
      <div className="breaches-due">
        <FailedState text="We couldn't load the breaches." error={error} onRetry={() => void refetch()} />
      </div>
    );
  const due = data.lines.filter(({ commissionerNotifiedAt }) => commissionerNotifiedAt === null);
  const [first] = due;
  if (!first) return null;
  const late = due.filter(({ state }) => state === 'overdue').length;
  return (
    <div className="breaches-due">
      <Notice kind={late > 0 ? 'bad' : 'wait'}>
        Notify the Commissioner of{' '}
        <Link className="link" to="/admin/aml-compliance/breaches">
          {due.length === 1 ? 'a breach of personal data' : `${due.length} breaches of personal data`}
        </Link>{' '}
        by {formatDateTime(first.dueAt)}
        {late > 0 && `: ${late === 1 ? 'one is' : `${late} are`} overdue`}.
      </Notice>
    </div>
  );
}

import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { adminMeta } from '../../../ui/admin/frame.tsx';
import { AdminList } from '../../../ui/admin/list.tsx';
import { restrictToRole } from '../../../ui/admin/role-notice.tsx';
import { queueShortcuts } from '../../../ui/admin/shortcut-help.tsx';
import { useServerNow } from '../../../ui/admin/use-list.ts';
import { identityPermissions } from '../../identity/acts.ts';
import { IdentityBar } from './identity/identity-bar.tsx';
import { identityColumns } from './identity/identity-columns.tsx';
import { formatPartQuery, useIdentityQueue, useIdentityUrlState } from './identity/use-identity-queue.ts';

export const meta = () => adminMeta('Identity');

/** Submissions that wait for staff, by tier and age. Reviews are promised within 24 hours (decision B7). */
export default restrictToRole(
  { permission: identityPermissions.look, subject: 'Identity checks', readers: 'Compliance, support or admin' },
  IdentityQueue,
);

function IdentityQueue() {
  const { filter, tier, search, set } = useIdentityUrlState();
  const part = { filter, tier, search };
  const query = formatPartQuery(part);
  const { lines, first, dataUpdatedAt, ...queue } = useIdentityQueue(part);
  const now = useServerNow(first?.now, dataUpdatedAt);
  const navigate = useNavigate();
  const total = tier === null ? first?.counts[filter] : filter === 'all' ? first?.counts[`tier${tier}`] : undefined;
  const narrowed = search !== '' || tier !== null || filter !== 'all';
  return (
    <AdminList
      query={queue}
      rows={lines}
      columns={useMemo(() => identityColumns(now, query), [now, query])}
      className="identity"
      open={(id) => void navigate(`/admin/identity/${id}${query}`)}
      renderBar={(field) => (
        <>
          <IdentityBar
            {...part}
            counts={first?.counts}
            asked={dataUpdatedAt}
            field={field}
            onFilter={(key) => set({ filter: key === 'all' ? '' : key })}
            onTier={(next) => set({ tier: next === null ? '' : String(next) })}
            onSearch={(text) => set({ search: text })}
          />
          <h1 className="sr">Identity checks</h1>
        </>
      )}
      total={search === '' ? total : undefined}
      errorText="Couldn't load the queue."
      empty={
        narrowed
          ? { title: 'No matching submissions' }
          : { title: 'The queue is empty', text: 'New submissions show up automatically.' }
      }
      shortcuts={queueShortcuts}
    />
  );
}

import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { deskMeta } from '../../../ui/desk/frame.tsx';
import { queueKeys } from '../../../ui/desk/keys-line.tsx';
import { DeskList } from '../../../ui/desk/list.tsx';
import { forRole } from '../../../ui/desk/not-for-role.tsx';
import { useServerNow } from '../../../ui/desk/use-list.ts';
import { identityActs } from '../../identity/acts.ts';
import { IdentityBar } from './identity/identity-bar.tsx';
import { identityColumns } from './identity/identity-columns.tsx';
import { partQuery, useIdentityPlace, useIdentityQueue } from './identity/use-identity-queue.ts';

export const meta = () => deskMeta('Identity');

/** The queue of submissions that wait for staff, by tier and age: 24 hours are promised (decision B7). */
export default forRole(
  { act: identityActs.look, what: 'Identity checks', who: 'Compliance, support or admin' },
  IdentityQueue,
);

function IdentityQueue() {
  const { filter, tier, search, set } = useIdentityPlace();
  const part = { filter, tier, search };
  const query = partQuery(part);
  const { lines, first, dataUpdatedAt, ...queue } = useIdentityQueue(part);
  const now = useServerNow(first?.now, dataUpdatedAt);
  const navigate = useNavigate();
  const total = tier === null ? first?.counts[filter] : filter === 'all' ? first?.counts[`tier${tier}`] : undefined;
  const narrowed = search !== '' || tier !== null || filter !== 'all';
  return (
    <DeskList
      asked={queue}
      lines={lines}
      columns={useMemo(() => identityColumns(now, query), [now, query])}
      look="identity"
      open={(id) => void navigate(`/admin/identity/${id}${query}`)}
      bar={(field) => (
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
      failed="The queue could not be read."
      empty={
        narrowed
          ? { title: 'No submission matches' }
          : { title: 'Nothing waits here', text: 'New submissions show up here by themselves.' }
      }
      keys={queueKeys}
    />
  );
}

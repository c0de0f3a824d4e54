import { Link } from 'react-router';
import { adminMeta } from '../../../../ui/admin/frame.tsx';
import { AdminList, type Column } from '../../../../ui/admin/list.tsx';
import { restrictToRole } from '../../../../ui/admin/role-notice.tsx';
import { SearchField } from '../../../../ui/admin/search-field.tsx';
import { queueShortcuts } from '../../../../ui/admin/shortcuts.tsx';
import { usePages, useUrlState } from '../../../../ui/admin/use-list.ts';
import { useView, ViewChips } from '../../../../ui/admin/view-chips.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { api, type call } from '../../../../ui/client.ts';
import { formatDateTime } from '../../../../ui/format.ts';
import { launchBadgeKinds } from '../../launch.ts';
import { launchPermissions } from '../../permissions.ts';
import { launchDeskWords } from '../../staff-messages.ts';
import { type LaunchView, launchViews } from '../../staff-schema.ts';

export const meta = () => adminMeta('Launches');

type Launch = Awaited<ReturnType<typeof call.launchesDesk.list>>['lines'][number];

const columns: readonly Column<Launch>[] = [
  {
    name: 'Coin',
    className: 'ref wrap-any',
    of: ({ id, coinName }) => <Link to={`/admin/launches/${id}`}>{coinName}</Link>,
  },
  { name: 'Founder', className: 'wrap-any', of: ({ founder }) => founder },
  { name: 'Status', of: ({ status }) => <Badge kind={launchBadgeKinds[status]}>{launchDeskWords[status]}</Badge> },
  {
    name: 'Since',
    of: ({ at, late }) => <span className={late ? 'age late' : undefined}>{formatDateTime(at, { year: true })}</span>,
  },
];

const viewLabels = {
  waiting: 'To review',
  late: 'Waiting over five days',
  founder: 'Waiting for founder',
  decided: 'Closed',
} as const;
const views = launchViews.map((key) => ({ key, name: viewLabels[key] }));
const emptyTitles: Readonly<Record<LaunchView, string>> = {
  waiting: 'No launches to review',
  late: 'No launch has waited over five days',
  founder: 'No open questions to founders',
  decided: 'No closed launches yet',
};

export default restrictToRole(
  { permission: launchPermissions.look, subject: 'Launches', readers: 'Compliance, support and admins' },
  Launches,
);

function Launches() {
  const { search, set } = useUrlState();
  const { view, chips } = useView(views, 'waiting');
  const { lines, first, ...query } = usePages(api.launchesDesk.list, (after) => ({ view, search, after }));
  return (
    <AdminList
      query={query}
      rows={lines}
      columns={columns}
      className="customers"
      open="/admin/launches"
      renderBar={(field) => (
        <div className="bar2">
          <h1 className="sr">Launches</h1>
          <SearchField
            label="Search launches"
            placeholder="Coin, founder or email"
            search={search}
            field={field}
            onSearch={(text) => set({ search: text })}
          />
          <ViewChips {...chips} counts={first?.counts} uncounted={['decided']} />
        </div>
      )}
      errorText="We couldn't load the launches."
      empty={{ title: search === '' ? emptyTitles[view] : 'No matching launches' }}
      shortcuts={queueShortcuts}
    />
  );
}

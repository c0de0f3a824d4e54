import { Link } from 'react-router';
import { adminMeta } from '../../../ui/admin/frame.tsx';
import { AdminList, type Column } from '../../../ui/admin/list.tsx';
import { restrictToRole } from '../../../ui/admin/role-notice.tsx';
import { SearchField } from '../../../ui/admin/search-field.tsx';
import { queueShortcuts } from '../../../ui/admin/shortcuts.tsx';
import { usePages, useUrlState } from '../../../ui/admin/use-list.ts';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { formatDay } from '../../../ui/format.ts';
import { identityPermissions } from '../../kyc/permissions.ts';
import { type CustomerLine, statusLabels } from '../../kyc/staff/screens/review-labels.ts';
import { tiers } from '../../kyc/tiers.ts';

const customerColumns: readonly Column<CustomerLine>[] = [
  { name: 'Customer', className: 'ref', of: ({ id, name }) => <Link to={`/admin/customers/${id}`}>{name}</Link> },
  { name: 'Email', className: 'ink-2', of: ({ email }) => email },
  ...tiers.map((tier) => ({
    name: `Tier ${tier}`,
    of: ({ status }: CustomerLine) => (
      <>
        <span className="narrow-only ink-3">Tier {tier}: </span>
        <Badge kind={statusLabels[status[tier]].kind}>{statusLabels[status[tier]].text}</Badge>
      </>
    ),
  })),
  { name: 'Joined', className: 'num ink-2', of: ({ createdAt }) => formatDay(createdAt, { year: true }) },
];

export const meta = () => adminMeta('Customers');

export default restrictToRole(
  { permission: identityPermissions.look, subject: 'Customers', readers: 'Compliance, support and admins' },
  Customers,
);

function Customers() {
  const { search, set } = useUrlState();
  const { lines, ...query } = usePages(api.identity.customers, (after) => ({ search: search.slice(0, 80), after }));
  return (
    <AdminList
      query={query}
      rows={lines}
      columns={customerColumns}
      className="customers"
      open="/admin/customers"
      renderBar={(field) => (
        <>
          <div className="bar2">
            <SearchField
              label="Search customers"
              placeholder="Name or email"
              search={search}
              field={field}
              onSearch={(text) => set({ search: text, at: '' })}
            />
            <span className="ink-3 only-wide live">Newest first</span>
          </div>
          <h1 className="sr">Customers</h1>
        </>
      )}
      errorText="We couldn't load the customers."
      empty={
        search === ''
          ? { title: 'No customers yet' }
          : { title: 'No matching customers', text: 'Try part of the name or email.' }
      }
      shortcuts={queueShortcuts}
    />
  );
}

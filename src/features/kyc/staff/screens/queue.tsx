import { type RefObject, useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { adminMeta } from '../../../../ui/admin/frame.tsx';
import { AdminList, type Column } from '../../../../ui/admin/list.tsx';
import { restrictToRole } from '../../../../ui/admin/role-notice.tsx';
import { SearchField } from '../../../../ui/admin/search-field.tsx';
import { queueShortcuts } from '../../../../ui/admin/shortcuts.tsx';
import { useServerNow } from '../../../../ui/admin/use-list.ts';
import { ViewChips } from '../../../../ui/admin/view-chips.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { formatAge, formatDateTime, formatTime } from '../../../../ui/format.ts';
import { formatPlural } from '../../../../ui/number-format.ts';
import { identityPermissions } from '../../permissions.ts';
import { type TierNumber, tiers } from '../../tiers.ts';
import {
  getPromiseTint,
  getQueueLabel,
  getTierLabel,
  type IdentityLine,
  type IdentityPage,
  riskLabels,
} from './review-labels.ts';
import {
  formatPartQuery,
  type IdentityFilter,
  identityFilters,
  useIdentityQueue,
  useIdentityUrlState,
} from './use-identity-queue.ts';

type IdentityBarProps = {
  filter: IdentityFilter;
  tier: TierNumber | null;
  search: string;
  counts: IdentityPage['counts'] | undefined;
  asked: number;
  field: RefObject<HTMLInputElement | null>;
  onFilter: (filter: IdentityFilter) => void;
  onTier: (tier: TierNumber | null) => void;
  onSearch: (text: string) => void;
};

const tierViews = tiers.map((tier) => ({ key: `tier${tier}` as const, name: `Tier ${tier}`, tier }));

/** Choosing the selected tier again clears the filter. */
const IdentityBar = ({ filter, tier, search, counts, asked, field, ...acts }: IdentityBarProps) => (
  <div className="bar2">
    <SearchField
      label="Search the queue"
      placeholder="Name or email"
      search={search}
      field={field}
      onSearch={acts.onSearch}
    />
    <ViewChips views={identityFilters} chosen={filter} counts={counts} onChoose={acts.onFilter} />
    <ViewChips
      legend="Tier"
      views={tierViews}
      chosen={tier && `tier${tier}`}
      counts={counts}
      onChoose={(key) => acts.onTier(tierViews.find((view) => view.key === key && view.tier !== tier)?.tier ?? null)}
    />
    <span className="ink-3 num only-wide live">
      Due within 24 hours.{asked > 0 && ` Updated at ${formatTime(new Date(asked))}`}
    </span>
  </div>
);

function formatRemarks({ firstApprover, risk, dueDiligence, earlier }: IdentityLine): string {
  const found = [
    firstApprover && `${firstApprover} approved first`,
    risk && `${riskLabels[risk].text} risk`,
    dueDiligence && 'due diligence',
    earlier > 0 && formatPlural(earlier, 'earlier attempt', 'earlier attempts'),
  ].filter(Boolean);
  return found.join(', ');
}

function Age({ line, now }: { line: IdentityLine; now: Date }) {
  const tint = line.waitsFor === 'customer' ? '' : getPromiseTint(line, now);
  return <span className={`age ${tint}`}>{formatAge(line.submittedAt, now)}</span>;
}

function StateBadge({ line }: { line: IdentityLine }) {
  const { kind, text } = getQueueLabel(line);
  return <Badge kind={kind}>{text}</Badge>;
}

/** Oldest first. `query` is added to links, so that a submission page keeps the queue filters. */
const identityColumns = (now: Date, query: string): readonly Column<IdentityLine>[] => [
  { name: 'Age', of: (line) => <Age line={line} now={now} /> },
  {
    name: 'Customer',
    className: 'ref',
    of: ({ id, customer }) => <Link to={`/admin/identity/${id}${query}`}>{customer}</Link>,
  },
  { name: 'Tier', of: ({ tier }) => getTierLabel(tier) },
  { name: 'Email', className: 'ink-2', of: ({ email }) => email },
  { name: 'Due', className: 'num', of: ({ dueAt }) => formatDateTime(dueAt) },
  { name: 'State', of: (line) => <StateBadge line={line} /> },
  { name: 'Remarks', className: 'ink-2', of: formatRemarks },
];

export const meta = () => adminMeta('Identity');

/** Submissions that wait for staff, by tier and age. Reviews are promised within 24 hours (decision B7). */
export default restrictToRole(
  { permission: identityPermissions.look, subject: 'Identity checks', readers: 'Compliance, support and admins' },
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
      errorText="We couldn't load the queue."
      empty={
        narrowed
          ? { title: 'No matching submissions' }
          : { title: 'The queue is empty', text: 'New submissions show up automatically.' }
      }
      shortcuts={queueShortcuts}
    />
  );
}

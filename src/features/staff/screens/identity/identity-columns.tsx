import { Link } from 'react-router';
import type { Column } from '../../../../ui/admin/list.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { formatAge, formatDateTime } from '../../../../ui/format.ts';
import { formatPlural } from '../../../../ui/number-format.ts';
import type { IdentityLine } from './data.ts';
import { getPromiseTint, getQueueLabel, getTierLabel, riskLabels } from './review-labels.ts';

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
export const identityColumns = (now: Date, query: string): readonly Column<IdentityLine>[] => [
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

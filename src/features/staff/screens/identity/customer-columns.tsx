import { Link } from 'react-router';
import type { Column } from '../../../../ui/admin/list.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { formatDay } from '../../../../ui/format.ts';
import { tiers } from '../../../identity/tiers.ts';
import type { CustomerLine } from './data.ts';
import { statusLabels } from './review-labels.ts';

export const customerColumns: readonly Column<CustomerLine>[] = [
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
  { name: 'Since', className: 'num ink-2', of: ({ createdAt }) => formatDay(createdAt, { year: true }) },
];

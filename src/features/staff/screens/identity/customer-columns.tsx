import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import type { Column } from '../../../../ui/desk/list.tsx';
import { dayText } from '../../../../ui/format.ts';
import { tiers } from '../../../identity/tiers.ts';
import type { CustomerLine } from './data.ts';
import { statusWords } from './words.ts';

/** One customer a row, with where each tier stands. */
export const customerColumns: readonly Column<CustomerLine>[] = [
  { name: 'Customer', className: 'ref', of: ({ id, name }) => <Link to={`/admin/customers/${id}`}>{name}</Link> },
  { name: 'E-mail', className: 'ink-2', of: ({ email }) => email },
  ...tiers.map((tier) => ({
    name: `Tier ${tier}`,
    of: ({ status }: CustomerLine) => (
      <>
        <span className="narrow-only ink-3">Tier {tier}: </span>
        <Badge kind={statusWords[status[tier]].kind}>{statusWords[status[tier]].text}</Badge>
      </>
    ),
  })),
  { name: 'Since', className: 'num ink-2', of: ({ createdAt }) => dayText(createdAt, { year: true }) },
];

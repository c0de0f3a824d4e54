import { Link } from 'react-router';
import type { Column } from '../../../../ui/admin/list.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { formatAge, formatDateTime } from '../../../../ui/format.ts';
import { formatPlural } from '../../../../ui/number-format.ts';
import { caseKinds } from '../../../compliance/cases.ts';
import type { CaseLine } from '../../../compliance/views.ts';
import { Assignee } from './assignee.tsx';
import { caseStateLabels } from './labels.ts';

const formatCount = (count: number, singular: string): string => formatPlural(count, singular, `${singular}s`);

/** True if the title repeats the kind, as titles of automatic cases do: "A wallet on a list". */
const repeatsKind = (title: string, kind: string): boolean =>
  title.toLowerCase().replace(/^an? /, '') === kind.toLowerCase();

export const caseColumns = (now: Date, me: string): readonly Column<CaseLine>[] => [
  { name: 'Age', of: ({ openedAt }) => <span className="age">{formatAge(openedAt, now)}</span> },
  {
    name: 'Case',
    className: 'ref',
    of: ({ id, number }) => <Link to={`/admin/aml-compliance/cases/${id}`}>Case {number}</Link>,
  },
  { name: 'Customer', of: ({ customer }) => customer.name },
  {
    name: 'About',
    className: 'wide',
    of: ({ title, kind }) => (
      <>
        {title}
        {!repeatsKind(title, caseKinds[kind]) && <span className="ink-3"> · {caseKinds[kind]}</span>}
      </>
    ),
  },
  { name: 'Assignee', className: 'ink-2', of: ({ assignee }) => <Assignee assignee={assignee} me={me} /> },
  {
    name: 'State',
    of: ({ state }) => <Badge kind={caseStateLabels[state].kind}>{caseStateLabels[state].text}</Badge>,
  },
  {
    name: 'Contents',
    className: 'ink-2 num',
    of: ({ alerts, orders }) => `${formatCount(alerts, 'alert')}, ${formatCount(orders, 'order')}`,
  },
  { name: 'Last change', className: 'ink-2 num', of: ({ updatedAt }) => formatDateTime(updatedAt) },
];

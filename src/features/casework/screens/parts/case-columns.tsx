import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import type { Column } from '../../../../ui/desk/list.tsx';
import { ageText, momentText } from '../../../../ui/format.ts';
import { caseKinds } from '../../../compliance/cases.ts';
import type { CaseLine } from '../../../compliance/views.ts';
import { Assignee } from './assignee.tsx';
import { caseStateWords } from './words.ts';

const counted = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

/** Whether a title is the kind in words, as of a case that opened by itself: "A wallet on a list". */
const saysKind = (title: string, kind: string): boolean =>
  title.toLowerCase().replace(/^an? /, '') === kind.toLowerCase();

/** One case a row. */
export const caseColumns = (now: Date, me: string): readonly Column<CaseLine>[] => [
  { name: 'Age', of: ({ openedAt }) => <span className="age">{ageText(openedAt, now)}</span> },
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
        {!saysKind(title, caseKinds[kind]) && <span className="ink-3"> · {caseKinds[kind]}</span>}
      </>
    ),
  },
  { name: 'With', className: 'ink-2', of: ({ assignee }) => <Assignee assignee={assignee} me={me} /> },
  {
    name: 'State',
    of: ({ state }) => <Badge kind={caseStateWords[state].kind}>{caseStateWords[state].text}</Badge>,
  },
  {
    name: 'Gathers',
    className: 'ink-2 num',
    of: ({ alerts, orders }) => `${counted(alerts, 'alert')}, ${counted(orders, 'order')}`,
  },
  { name: 'Last change', className: 'ink-2 num', of: ({ updatedAt }) => momentText(updatedAt) },
];

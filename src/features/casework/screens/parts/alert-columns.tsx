import { Link } from 'react-router';
import type { Column } from '../../../../ui/admin/list.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { alertTypes } from '../../../compliance/alerts.ts';
import { Clock } from '../../../compliance/screens/parts/clock.tsx';
import { RiskBar } from '../../../compliance/screens/parts/score.tsx';
import type { AlertLine } from '../../../compliance/views.ts';
import { Assignee } from './assignee.tsx';
import { priorityLabels } from './labels.ts';

type ColumnOptions = {
  /** Milliseconds that the server clock is ahead of this device. */
  offsetMs: number;
  me: string;
  closed: boolean;
};

export const alertColumns = ({ offsetMs, me, closed }: ColumnOptions): readonly Column<AlertLine>[] => [
  {
    name: closed ? 'Closed' : 'Due in',
    of: ({ closedAt, createdAt, deadline }) =>
      closedAt ? (
        <span className="age sla">{formatDateTime(closedAt)}</span>
      ) : (
        <Clock since={createdAt} until={deadline} offsetMs={offsetMs} />
      ),
  },
  {
    name: 'Alert',
    className: 'ref',
    of: ({ id, type }) => <Link to={`/admin/aml-compliance?alert=${id}&alone=1`}>{alertTypes[type]}</Link>,
  },
  { name: 'Customer', of: ({ customer }) => customer.name },
  { name: 'Reason', className: 'wide', of: ({ description }) => description },
  { name: 'Score', right: true, of: ({ riskScore, priority }) => <RiskBar score={riskScore} level={priority} /> },
  {
    name: 'Priority',
    of: ({ priority }) => <Badge kind={priorityLabels[priority].kind}>{priorityLabels[priority].text}</Badge>,
  },
  { name: 'Assignee', className: 'ink-2', of: ({ assignee }) => <Assignee assignee={assignee} me={me} /> },
  { name: 'Order', className: 'ink-2 num', of: ({ order }) => order?.reference },
  { name: 'Case', className: 'ink-2 num', of: ({ caseNumber }) => caseNumber !== null && `Case ${caseNumber}` },
];

import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import type { Column } from '../../../../ui/desk/list.tsx';
import { momentText } from '../../../../ui/format.ts';
import { alertTypes } from '../../../compliance/alerts.ts';
import { Clock } from '../../../compliance/screens/parts/clock.tsx';
import { RiskBar } from '../../../compliance/screens/parts/score.tsx';
import type { AlertLine } from '../../../compliance/views.ts';
import { Assignee } from './assignee.tsx';
import { priorityWords } from './words.ts';

type Look = {
  /** Milliseconds by which the server's clock is ahead of this device's. */
  ahead: number;
  me: string;
  closed: boolean;
};

/** One alert a row: what is due first stands first, of closed ones what was closed last. */
export const alertColumns = ({ ahead, me, closed }: Look): readonly Column<AlertLine>[] => [
  {
    name: closed ? 'Closed' : 'Due in',
    of: ({ closedAt, createdAt, deadline }) =>
      closedAt ? (
        <span className="age sla">{momentText(closedAt)}</span>
      ) : (
        <Clock since={createdAt} until={deadline} ahead={ahead} />
      ),
  },
  {
    name: 'Alert',
    className: 'ref',
    of: ({ id, type }) => <Link to={`/admin/aml-compliance?alert=${id}&alone=1`}>{alertTypes[type]}</Link>,
  },
  { name: 'Customer', of: ({ customer }) => customer.name },
  { name: 'Why', className: 'wide', of: ({ description }) => description },
  { name: 'Score', right: true, of: ({ riskScore, priority }) => <RiskBar score={riskScore} level={priority} /> },
  {
    name: 'Priority',
    of: ({ priority }) => <Badge kind={priorityWords[priority].kind}>{priorityWords[priority].text}</Badge>,
  },
  { name: 'With', className: 'ink-2', of: ({ assignee }) => <Assignee assignee={assignee} me={me} /> },
  { name: 'Order', className: 'ink-2 num', of: ({ order }) => order?.reference },
  { name: 'Case', className: 'ink-2 num', of: ({ caseNumber }) => caseNumber !== null && `Case ${caseNumber}` },
];

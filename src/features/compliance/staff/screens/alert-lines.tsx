import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { alertOutcomes, alertTypes } from '../../alerts.ts';
import type { AlertLine } from '../../views.ts';
import { alertStateLabels, getLabel } from './labels.ts';

type AssigneeProps = { assignee: { readonly id: string; readonly name: string } | null; me: string };

export const Assignee = ({ assignee, me }: AssigneeProps) =>
  assignee && (assignee.id === me ? <b className="ink">You</b> : assignee.name);

export const AlertLines = ({ alerts }: { alerts: readonly AlertLine[] }) => (
  <ul className="lines two num">
    {alerts.map(({ id, type, riskScore, createdAt, state, outcome, amount, coins, ruleSet }) => (
      <li key={id}>
        <Link className="link b" to={`/admin/aml-compliance?alert=${id}&alone=1`}>
          {alertTypes[type]}
        </Link>
        <Badge kind={alertStateLabels[state].kind}>{alertStateLabels[state].text}</Badge>
        <span className="more ink-2">
          {formatDateTime(createdAt, { year: true })}, score {riskScore}
          {amount && coins && `. For ${amount}, ${coins}`}
          {ruleSet && `. Rule set: ${ruleSet}`}
          {outcome && `. ${getLabel(alertOutcomes, outcome)}.`}
        </span>
      </li>
    ))}
  </ul>
);

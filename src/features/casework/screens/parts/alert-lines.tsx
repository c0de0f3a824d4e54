import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { momentText } from '../../../../ui/format.ts';
import { alertOutcomes, alertTypes } from '../../../compliance/alerts.ts';
import type { AlertLine } from '../../../compliance/views.ts';
import { alertStateWords, meaningOf } from './words.ts';

/** Alerts as lines that lead to them. */
export const AlertLines = ({ alerts }: { alerts: readonly AlertLine[] }) => (
  <ul className="lines two num">
    {alerts.map(({ id, type, riskScore, createdAt, state, outcome }) => (
      <li key={id}>
        <Link className="link b" to={`/admin/aml-compliance?alert=${id}&alone=1`}>
          {alertTypes[type]}
        </Link>
        <Badge kind={alertStateWords[state].kind}>{alertStateWords[state].text}</Badge>
        <span className="more ink-2">
          {momentText(createdAt, { year: true })}, score {riskScore}
          {outcome && `. ${meaningOf(alertOutcomes, outcome)}.`}
        </span>
      </li>
    ))}
  </ul>
);

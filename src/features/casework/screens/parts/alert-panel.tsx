import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Detail, DetailsList, DetailsSection } from '../../../../ui/admin/details.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { errorMessage } from '../../../../ui/error-message.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { alertOutcomes, alertTypes } from '../../../compliance/alerts.ts';
import { Clock, updateClockOffset } from '../../../compliance/screens/parts/clock.tsx';
import { ScoreTable } from '../../../compliance/screens/parts/score.tsx';
import type { AlertView } from '../../../compliance/views.ts';
import { AlertBar } from './alert-bar.tsx';
import { readDetails } from './alert-details.ts';
import { AlertLines } from './alert-lines.tsx';
import { formatCode, getLabel, priorityLabels } from './labels.ts';
import { OrderBrief } from './order-brief.tsx';
import { SnoozeLines } from './snooze-lines.tsx';

type AlertPanelProps = { alertId: string; me: string; alone?: boolean };

export function AlertPanel({ alertId, me, alone = false }: AlertPanelProps) {
  const query = useQuery(api.compliance.alert.queryOptions({ input: { alertId } }));
  const { code, text } = query.error ? errorMessage(query.error) : {};
  const status = (query.error as { status?: number } | null)?.status;
  const refused = status === 400 || status === 403 || status === 404;
  return (
    <section className={alone ? 'panel alone' : 'panel'} aria-label="Alert">
      {query.data ? (
        <OpenAlert alert={query.data} readAt={query.dataUpdatedAt} me={me} alone={alone} />
      ) : (
        <div className="in">
          {refused && (
            <Notice>{code && status !== 400 ? text : "This alert doesn't exist, or you don't have access."}</Notice>
          )}
          {query.error && !refused && (
            <FailedState text="We couldn't load the alert." error={query.error} onRetry={() => void query.refetch()} />
          )}
          {!query.error && <Skeleton lines={[60, 90, 100, 100, 80]} />}
        </div>
      )}
    </section>
  );
}

type OpenProps = { alert: AlertView; readAt: number; me: string };

function Head({ alert, readAt, me, Title }: OpenProps & { Title: 'h1' | 'h2' }) {
  const { type, priority, state, customer, assignee, createdAt, deadline, now, closedAt, outcome } = alert;
  const { kind, text } = priorityLabels[priority];
  return (
    <div>
      <div className="row between">
        <Title className="title">{alertTypes[type]}</Title>
        {state === 'closed' ? (
          <Badge>Closed</Badge>
        ) : (
          <Clock since={createdAt} until={deadline} offsetMs={updateClockOffset(now, readAt)} />
        )}
      </div>
      <p className="ink-2 num facts-line">
        <Badge kind={kind}>{text}</Badge>{' '}
        <Link className="link b" to={`/admin/customers/${customer.id}`}>
          {customer.name}
        </Link>{' '}
        · raised {formatDateTime(createdAt)} · {state === 'closed' ? '' : 'assigned to '}
        {state !== 'closed' &&
          (assignee ? assignee.id === me ? <b className="ink">you</b> : assignee.name : 'no one yet')}
        {closedAt && `closed ${formatDateTime(closedAt)} by ${alert.closedBy ?? 'staff'}`}
      </p>
      <p className="said">{alert.description}</p>
      {state === 'closed' && (
        <Notice kind="ok">
          <b>{getLabel(alertOutcomes, outcome)}</b>
          {alert.outcomeNote && <p className="wrap-any">“{alert.outcomeNote}”</p>}
        </Notice>
      )}
    </div>
  );
}

function OpenAlert({ alert, readAt, me, alone }: OpenProps & { alone: boolean }) {
  const { level, factors, flags, inputs, values } = readDetails(alert.details);
  const { customer, order, rules, caseId, caseNumber } = alert;
  const more: Detail[] = [
    ...(rules.length > 0 ? [['Triggered by', rules.map(formatCode).join(', ')] satisfies Detail] : []),
    ...(flags.length > 0 ? [['Behaviour', flags.map(formatCode).join(', ')] satisfies Detail] : []),
    ...values,
  ];
  return (
    <>
      <div className="in">
        <Head alert={alert} readAt={readAt} me={me} Title={alone ? 'h1' : 'h2'} />
        {alone && <h2 className="sr">Score, customer and history</h2>}
        <div className="cols">
          <div className="col">
            <section>
              <h3>Why this score</h3>
              <ScoreTable score={alert.riskScore} level={level} factors={factors} />
              {inputs.length > 0 && (
                <details className="past">
                  <summary>Inputs</summary>
                  <DetailsList details={inputs} />
                </details>
              )}
            </section>
            {more.length > 0 && <DetailsSection title="Details" details={more} />}
            {order && <OrderBrief order={order} />}
          </div>
          <div className="col">
            <DetailsSection
              title="Customer"
              details={[
                [
                  'Name',
                  <Link key="name" className="link" to={`/admin/customers/${customer.id}`}>
                    {customer.name}
                  </Link>,
                ],
                ['Email', customer.email],
                [
                  'Case',
                  caseId ? (
                    <Link key="case" className="link" to={`/admin/aml-compliance/cases/${caseId}`}>
                      Case {caseNumber}
                    </Link>
                  ) : (
                    <span key="case" className="ink-3">
                      None yet
                    </span>
                  ),
                ],
              ]}
            />
            <SnoozeLines snoozes={alert.snoozes} />
            <section>
              <h3>Other alerts of this customer</h3>
              {alert.others.length > 0 ? <AlertLines alerts={alert.others} /> : <p className="ink-2">None</p>}
            </section>
          </div>
        </div>
      </div>
      <AlertBar alert={alert} me={me} />
    </>
  );
}

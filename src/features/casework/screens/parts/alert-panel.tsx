import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Badge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { type Fact, FactList, Facts } from '../../../../ui/desk/facts.tsx';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { momentText } from '../../../../ui/format.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { refusalWords } from '../../../../ui/refusal-words.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { alertOutcomes, alertTypes } from '../../../compliance/alerts.ts';
import { aheadOf, Clock } from '../../../compliance/screens/parts/clock.tsx';
import { ScoreTable } from '../../../compliance/screens/parts/score.tsx';
import type { AlertView } from '../../../compliance/views.ts';
import { AlertBar } from './alert-bar.tsx';
import { AlertLines } from './alert-lines.tsx';
import { readDetails } from './data.ts';
import { OrderBrief } from './order-brief.tsx';
import { SnoozeLines } from './snooze-lines.tsx';
import { meaningOf, priorityWords, ruleWord } from './words.ts';

type AlertPanelProps = { alertId: string; me: string; alone?: boolean };

/** One alert: why it was raised, about whom, what happened before, and what this person may do now. */
export function AlertPanel({ alertId, me, alone = false }: AlertPanelProps) {
  const query = useQuery(api.compliance.alert.queryOptions({ input: { alertId } }));
  const { code, text } = query.error ? refusalWords(query.error) : {};
  const status = (query.error as { status?: number } | null)?.status;
  const refused = status === 400 || status === 403 || status === 404;
  return (
    <section className={alone ? 'panel alone' : 'panel'} aria-label="Alert">
      {query.data ? (
        <OpenAlert alert={query.data} readAt={query.dataUpdatedAt} me={me} alone={alone} />
      ) : (
        <div className="in">
          {refused && (
            <Notice>{code && status !== 400 ? text : 'There is no such alert, or it is not for you to handle.'}</Notice>
          )}
          {query.error && !refused && (
            <FailedState text="The alert could not be read." error={query.error} onRetry={() => void query.refetch()} />
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
  const { kind, text } = priorityWords[priority];
  return (
    <div>
      <div className="row between">
        <Title className="title">{alertTypes[type]}</Title>
        {state === 'closed' ? (
          <Badge>Closed</Badge>
        ) : (
          <Clock since={createdAt} until={deadline} ahead={aheadOf(now, readAt)} />
        )}
      </div>
      <p className="ink-2 num facts-line">
        <Badge kind={kind}>{text}</Badge>{' '}
        <Link className="link b" to={`/admin/customers/${customer.id}`}>
          {customer.name}
        </Link>{' '}
        · raised {momentText(createdAt)} · {state === 'closed' ? '' : 'with '}
        {state !== 'closed' &&
          (assignee ? assignee.id === me ? <b className="ink">you</b> : assignee.name : 'nobody yet')}
        {closedAt && `closed ${momentText(closedAt)} by ${alert.closedBy ?? 'staff'}`}
      </p>
      <p className="said">{alert.description}</p>
      {state === 'closed' && (
        <Notice kind="ok">
          <b>{meaningOf(alertOutcomes, outcome)}</b>
          {alert.outcomeNote && <p className="wrap-any">“{alert.outcomeNote}”</p>}
        </Notice>
      )}
    </div>
  );
}

function OpenAlert({ alert, readAt, me, alone }: OpenProps & { alone: boolean }) {
  const { level, factors, flags, inputs, facts } = readDetails(alert.details);
  const { customer, order, rules, caseId, caseNumber } = alert;
  const more: Fact[] = [
    ...(rules.length > 0 ? [['Rules', rules.map(ruleWord).join(', ')] satisfies Fact] : []),
    ...(flags.length > 0 ? [['Behaviour', flags.map(ruleWord).join(', ')] satisfies Fact] : []),
    ...facts,
  ];
  return (
    <>
      <div className="in">
        <Head alert={alert} readAt={readAt} me={me} Title={alone ? 'h1' : 'h2'} />
        {alone && <h2 className="sr">Why, about whom and what happened before</h2>}
        <div className="cols">
          <div className="col">
            <section>
              <h3>Why this score</h3>
              <ScoreTable score={alert.riskScore} level={level} factors={factors} />
              {inputs.length > 0 && (
                <details className="past">
                  <summary>What it was made from</summary>
                  <FactList facts={inputs} />
                </details>
              )}
            </section>
            {more.length > 0 && <Facts title="What led to it" facts={more} />}
            {order && <OrderBrief order={order} />}
          </div>
          <div className="col">
            <Facts
              title="Customer"
              facts={[
                [
                  'Name',
                  <Link key="name" className="link" to={`/admin/customers/${customer.id}`}>
                    {customer.name}
                  </Link>,
                ],
                ['E-mail', customer.email],
                [
                  'Case',
                  caseId ? (
                    <Link key="case" className="link" to={`/admin/aml-compliance/cases/${caseId}`}>
                      Case {caseNumber}
                    </Link>
                  ) : (
                    <span key="case" className="ink-3">
                      In none yet
                    </span>
                  ),
                ],
              ]}
            />
            <SnoozeLines snoozes={alert.snoozes} />
            <section>
              <h3>Other alerts of this customer</h3>
              {alert.others.length > 0 ? (
                <AlertLines alerts={alert.others} />
              ) : (
                <p className="ink-2">There are none.</p>
              )}
            </section>
          </div>
        </div>
      </div>
      <AlertBar alert={alert} me={me} />
    </>
  );
}

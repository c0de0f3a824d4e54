import { useQuery } from '@tanstack/react-query';
import { Check, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ActionBar } from '../../../../ui/admin/action-bar.tsx';
import { type Detail, DetailsList, DetailsSection } from '../../../../ui/admin/details.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api, call } from '../../../../ui/client.ts';
import { formatCoins } from '../../../../ui/coins-text.tsx';
import { errorMessage } from '../../../../ui/error-message.ts';
import { formatDateTime, formatDay } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { formatWithUnit } from '../../../../ui/number-format.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { FailedState } from '../../../../ui/states.tsx';
import { type Network, networks } from '../../../assets/networks.ts';
import { getStateLabel, sideLabels } from '../../../trading/staff/screens/state-labels.ts';
import { alertOutcomes, alertTypes } from '../../alerts.ts';
import type { AlertView, OrderRef, SnoozeLine } from '../../views.ts';
import { readDetails } from './alert-details.ts';
import { AlertLines } from './alert-lines.tsx';
import { Clock, updateClockOffset } from './clock.tsx';
import { formatCode, getLabel, priorityLabels } from './labels.ts';
import { ScoreTable } from './score.tsx';
import { useAction } from './use-action.ts';

const dialogs = {
  assign: lazyPart(() => import('./alert-dialogs.tsx').then((parts) => parts.AssignDialog)),
  close: lazyPart(() => import('./alert-dialogs.tsx').then((parts) => parts.CloseAlertDialog)),
  gather: lazyPart(() => import('./alert-dialogs.tsx').then((parts) => parts.AddToCaseDialog)),
  snooze: lazyPart(() => import('./alert-dialogs.tsx').then((parts) => parts.SnoozeDialog)),
};
type Open = keyof typeof dialogs;

function getRemark({ state, assignee }: AlertView, me: string): string | null {
  if (state === 'closed') return 'Closed. A new event raises a new alert.';
  return assignee && assignee.id !== me ? `${assignee.name} is working on this. You can take over.` : null;
}

function useTakeAlert({ id, assignee, may, customer }: AlertView, me: string) {
  const take = useAction({
    send: () =>
      assignee ? call.compliance.assignAlert({ alertId: id, to: me }) : call.compliance.takeAlert({ alertId: id }),
    notice: 'alertTaken',
    params: { name: customer.name },
  });
  const allowed = assignee ? may.assign && assignee.id !== me : may.take;
  return { busy: take.isPending, onTake: allowed ? () => take.mutate(undefined) : undefined };
}

function AlertBar({ alert, me }: { alert: AlertView; me: string }) {
  const [open, setOpen] = useState<Open | null>(null);
  const navigate = useNavigate();
  const { may, caseId, caseNumber, snoozable, assignee } = alert;
  const { busy, onTake } = useTakeAlert(alert, me);
  const dialog = (which: Open, allowed: boolean) => (allowed ? () => setOpen(which) : undefined);
  const onGather = caseId ? () => void navigate(`/admin/aml-compliance/cases/${caseId}`) : dialog('gather', may.gather);
  const remark = getRemark(alert, me);
  const Dialog = open && dialogs[open];
  return (
    <>
      <ActionBar
        actions={[
          { name: assignee ? 'Take over' : 'Take', key: 't', onPress: onTake, look: 'primary', busy, icon: Check },
          {
            name: caseId ? `Go to case ${caseNumber}` : 'Open or add to a case',
            key: 'o',
            onPress: onGather,
            look: onTake ? 'line' : 'primary',
            icon: FolderOpen,
          },
          { name: 'Close', key: 'c', onPress: dialog('close', may.close) },
          { name: 'Assign', key: 'g', onPress: dialog('assign', may.assign) },
          { name: 'Snooze', key: 's', onPress: dialog('snooze', snoozable.length > 0) },
        ]}
      >
        {remark && <p className="t-2xs ink-2">{remark}</p>}
      </ActionBar>
      {Dialog && <Dialog alert={alert} onClose={() => setOpen(null)} />}
    </>
  );
}

const getNetworkName = (text: string): string =>
  Object.hasOwn(networks, text) ? networks[text as Network].name : text;

function OrderBrief({ order: { id, reference } }: { order: OrderRef }) {
  const { data } = useQuery(api.desk.order.queryOptions({ input: { orderId: id } }));
  const link: Detail = [
    'Reference',
    <Link key="reference" className="link" to={`/admin/orders/${id}`}>
      {reference}
    </Link>,
  ];
  if (!data) return <DetailsSection title="Order" details={[link]} />;
  const { order } = data;
  const { kind, text } = getStateLabel(order.state);
  const wallet = order.side === 'buy' ? order.walletAddress : order.senderWalletAddress;
  return (
    <DetailsSection
      title="Order"
      details={[
        link,
        [
          'State',
          <Badge key="state" kind={kind}>
            {text}
          </Badge>,
        ],
        ['Value', <MoneyText key="value" money={order.gross} size="plain" />],
        [
          sideLabels[order.side],
          `${formatWithUnit(formatCoins(order.coins, true), order.coins.symbol)}, ${getNetworkName(order.network)}`,
        ],
        ...(wallet
          ? [
              [
                order.side === 'buy' ? 'To wallet' : 'From wallet',
                <span key="wallet" className="code">
                  {wallet}
                </span>,
              ] satisfies Detail,
            ]
          : []),
        ...(order.sourceOfFunds
          ? [['Source of funds', order.sourceOfFunds.replaceAll('_', ' ')] satisfies Detail]
          : []),
        ['Placed', formatDateTime(order.placedAt, { year: true })],
      ]}
    />
  );
}

function Line({ snooze }: { snooze: SnoozeLine }) {
  const { id, rule, until, reason, madeBy, suppressed, customer } = snooze;
  const end = useAction({
    send: () => call.compliance.endSnooze({ snoozeId: id }),
    notice: 'snoozeEnded',
    params: { name: customer.name },
  });
  return (
    <li>
      <span>
        <b>{formatCode(rule)}</b> is snoozed until {formatDay(until, { year: true })}
        <span className="why ink-2">
          {madeBy}: “{reason}” {suppressed > 0 && `${suppressed} suppressed so far.`}
        </span>
      </span>
      <Button
        variant="line"
        size="small"
        label={`End snooze: ${formatCode(rule)}`}
        busy={end.isPending}
        onClick={() => end.mutate(undefined)}
      >
        End snooze
      </Button>
    </li>
  );
}

function SnoozeLines({ snoozes }: { snoozes: readonly SnoozeLine[] }) {
  const activeSnoozes = snoozes.filter(({ endedAt }) => endedAt === null);
  if (activeSnoozes.length === 0) return null;
  return (
    <section>
      <h3>Snoozed rules</h3>
      <ul className="lines num">
        {activeSnoozes.map((snooze) => (
          <Line key={snooze.id} snooze={snooze} />
        ))}
      </ul>
    </section>
  );
}

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

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pluralize } from '../../../../kernel/plural.ts';
import { Badge, StatusBadge } from '../../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { formatDay } from '../../../../ui/format.ts';
import { groupThousands } from '../../../../ui/number-format.ts';
import { ScaleBar } from '../../../../ui/scale-bar.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { planNames, type Subscription } from '../../../subscriptions/plans.ts';
import { formatTimeLeft, getElapsedShare, getTimeLeft, type Part } from '../../countdown.ts';
import { ExtendDialog } from './extend-dialog.tsx';
import { PlanIncludes } from './plan-includes.tsx';
import { useServerClock } from './use-server-clock.ts';

type SubscriptionAnswer = { subscription: Subscription | null; now: Date };

/** The countdown runs only while the plan is active [000 §2 Dashboard, §4 Subscription, 001 §4 Subscriptions]. */
export function SubscriptionCard() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(api.accountPages.subscription.queryOptions());
  if (data?.subscription)
    return <RunningPlan plan={data.subscription} answer={{ now: data.now, receivedAt: dataUpdatedAt }} />;
  return (
    <section className="sheet" aria-labelledby="plan-title">
      <header>
        <h2 id="plan-title">Subscription</h2>
      </header>
      <NoPlan data={data} error={error} retry={() => void refetch()} />
    </section>
  );
}

function NoPlan({ data, error, retry }: { data: SubscriptionAnswer | undefined; error: unknown; retry: () => void }) {
  const prices = useQuery(api.settings.publicTerms.queryOptions()).data?.planPrices;
  if (!data && error) return <FailedState text="We couldn't load your plan." error={error} onRetry={retry} />;
  if (!data) return <Skeleton label="Loading your plan" lines={[48, 100, 72]} />;
  return (
    <>
      <p>You don't have a plan yet.</p>
      <p className="ink-2 under">
        Coaching plans{prices && ` from JMD ${groupThousands(String(prices.basic))}/month`}: Basic, Personal and
        Professional.
      </p>
      <div className="under">
        <ButtonLink to="/subscriptions" variant="line" full>
          View Plans
        </ButtonLink>
      </div>
    </>
  );
}

/** The figures change every second; screen readers get a sentence without seconds. */
function Countdown({ parts }: { parts: readonly Part[] | null }) {
  if (!parts) return <p className="t-lg">Expired</p>;
  return (
    <>
      <p className="t-xs ink-2">
        Ends in<span className="sr"> {formatTimeLeft(parts)}</span>
      </p>
      <div className="count" aria-hidden="true">
        {parts.map(({ unit, count }) => (
          <div key={unit}>
            <b>{String(count).padStart(2, '0')}</b>
            <span>{pluralize(count, unit.slice(0, -1), unit)}</span>
          </div>
        ))}
      </div>
    </>
  );
}

function Period({ start, end, now }: { start: Date; end: Date; now: Date }) {
  const marks = [
    { at: 0, text: formatDay(start) },
    { at: 100, text: formatDay(end, { year: true }) },
  ];
  return (
    <ScaleBar
      label={`From ${formatDay(start, { year: true })} to ${formatDay(end, { year: true })}`}
      total={1_000n}
      parts={[{ kind: 'used', amount: getElapsedShare({ start, end }, now) }]}
      labels={marks}
    />
  );
}

function RunningPlan({ plan, answer }: { plan: Subscription; answer: Parameters<typeof useServerClock>[0] }) {
  const { startDate, endDate, status } = plan;
  const [isManaging, setIsManaging] = useState(false);
  const isRunning = status === 'active' && endDate !== null;
  const now = useServerClock(answer, isRunning);
  const parts = isRunning ? getTimeLeft(endDate, now) : null;
  const isOver = isRunning && !parts;
  return (
    <section className="sheet" aria-labelledby="plan-title">
      <header>
        <h2 id="plan-title">{planNames[plan.plan]} plan</h2>
        {isOver ? <Badge>Expired</Badge> : <StatusBadge status={status} />}
      </header>
      {isRunning && <Countdown parts={parts} />}
      {isRunning && startDate && <Period start={startDate} end={endDate} now={now} />}
      {status === 'pending' && (
        <p className="ink-2">We're checking your payment. Your month starts when we approve it.</p>
      )}
      <div className="under">
        <Button variant="line" full onClick={() => setIsManaging(true)}>
          Manage
        </Button>
      </div>
      {isRunning && parts && <PlanIncludes plan={plan.plan} />}
      <ExtendDialog plan={plan.plan} open={isManaging} onClose={() => setIsManaging(false)} />
    </section>
  );
}

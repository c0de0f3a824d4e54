import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge, StatusBadge } from '../../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { FailedState } from '../../../../ui/failed-state.tsx';
import { grouped } from '../../../../ui/figures.ts';
import { dayText } from '../../../../ui/format.ts';
import { ScaleBar } from '../../../../ui/scale-bar.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { planNames, type Subscription } from '../../../subscriptions/plans.ts';
import { type Part, passed, timeLeft, timeLeftWords } from '../../countdown.ts';
import { ExtendDialog } from './extend-dialog.tsx';
import { PlanIncludes } from './plan-includes.tsx';
import { useServerClock } from './use-server-clock.ts';

type Answer = { subscription: Subscription | null; now: Date };

/**
 * The plan of whoever looks: which, since when, until when, and how long that still is [000 §2 Dashboard], counted down
 * only while it is active [000 §4 Subscription, 001 §4 Subscriptions].
 */
export function SubscriptionCard() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(api.accountPages.subscription.queryOptions());
  if (data?.subscription)
    return <RunningPlan plan={data.subscription} answer={{ now: data.now, receivedAt: dataUpdatedAt }} />;
  return (
    <section className="sheet" aria-labelledby="plan-title">
      <header>
        <h2 id="plan-title">Subscription</h2>
      </header>
      <Without data={data} error={error} retry={() => void refetch()} />
    </section>
  );
}

function Without({ data, error, retry }: { data: Answer | undefined; error: unknown; retry: () => void }) {
  const prices = useQuery(api.settings.publicTerms.queryOptions()).data?.planPrices;
  if (!data && error) return <FailedState text="Your plan could not be loaded." error={error} onRetry={retry} />;
  if (!data) return <Skeleton label="Loading your plan" lines={[48, 100, 72]} />;
  return (
    <>
      <p>You have no plan.</p>
      <p className="ink-2 under">
        Coaching plans{prices && ` from JMD ${grouped(String(prices.basic))}/month`}: Basic, Personal and Professional.
      </p>
      <div className="under">
        <ButtonLink to="/subscriptions" look="line" full>
          View Plans
        </ButtonLink>
      </div>
    </>
  );
}

/** The figures change each second for the eye; whoever listens finds a sentence that stands still. */
function Countdown({ parts }: { parts: readonly Part[] | null }) {
  if (!parts) return <p className="t-lg">Expired</p>;
  return (
    <>
      <p className="t-xs ink-2">
        Runs out in<span className="sr"> {timeLeftWords(parts)}</span>
      </p>
      <div className="count" aria-hidden="true">
        {parts.map(({ unit, count }) => (
          <div key={unit}>
            <b>{String(count).padStart(2, '0')}</b>
            <span>{count === 1 ? unit.slice(0, -1) : unit}</span>
          </div>
        ))}
      </div>
    </>
  );
}

function Period({ start, end, now }: { start: Date; end: Date; now: Date }) {
  const marks = [
    { at: 0, text: dayText(start) },
    { at: 100, text: dayText(end, { year: true }) },
  ];
  return (
    <ScaleBar
      label={`From ${dayText(start, { year: true })} to ${dayText(end, { year: true })}`}
      whole={1_000n}
      parts={[{ kind: 'used', amount: passed({ start, end }, now) }]}
      marks={marks}
    />
  );
}

function RunningPlan({ plan, answer }: { plan: Subscription; answer: Parameters<typeof useServerClock>[0] }) {
  const { startDate, endDate, status } = plan;
  const [managing, setManaging] = useState(false);
  const counts = status === 'active' && endDate !== null;
  const now = useServerClock(answer, counts);
  const parts = counts ? timeLeft(endDate, now) : null;
  const over = counts && !parts;
  return (
    <section className="sheet" aria-labelledby="plan-title">
      <header>
        <h2 id="plan-title">{planNames[plan.plan]} plan</h2>
        {over ? <Badge>Expired</Badge> : <StatusBadge status={status} />}
      </header>
      {counts && <Countdown parts={parts} />}
      {counts && startDate && <Period start={startDate} end={endDate} now={now} />}
      {status === 'pending' && (
        <p className="ink-2">We check your payment. The month begins when we have approved it.</p>
      )}
      <div className="under">
        <Button look="line" full onClick={() => setManaging(true)}>
          Manage
        </Button>
      </div>
      {counts && parts && <PlanIncludes plan={plan.plan} />}
      <ExtendDialog plan={plan.plan} open={managing} onClose={() => setManaging(false)} />
    </section>
  );
}

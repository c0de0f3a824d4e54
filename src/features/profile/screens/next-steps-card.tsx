import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatMessages } from '../../../kernel/message-template.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { formatDateTime } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { formatMoney } from '../../../ui/money-text.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { tierNames } from '../../kyc/screens/tier-labels.ts';
import type { OwnTier } from '../../kyc/views.ts';
import { OrderItem } from '../../trading/screens/history/order-item.tsx';
import {
  type CheckState,
  formatMoreCount,
  getNextSteps,
  type NextStep,
  nextStepMessages,
  noStepsText,
} from '../next-steps.ts';

type StepTexts = { key: string; title: string; text: string; act: string; to: string };

const numberTexts = ['no', 'one', 'two', 'three', 'four', 'five'];

const startPaths = { profile: '/verify-identity', learn: '/before-your-first-order', order: '/trading' };

/** Kinds that correct a submitted tier. The KYC card lists their parts. */
const isCorrection = (kind: string): kind is 'redo' | 'more' => kind === 'redo' || kind === 'more';

function getStepTexts(waiting: NextStep): StepTexts {
  if ('tier' in waiting) {
    const { kind, tier, parts } = waiting;
    const count = numberTexts[parts] ?? String(parts);
    const params = { tier: tierNames[tier], parts: count };
    return {
      ...formatMessages(nextStepMessages[isCorrection(kind) && parts === 1 ? (`${kind}_one` as const) : kind], params),
      key: `tier ${tier}`,
      to: isCorrection(kind) ? '#kyc' : `/verify-identity?tier=${tier}`,
    };
  }
  if (!('order' in waiting))
    return { ...nextStepMessages[waiting.kind], key: waiting.kind, to: startPaths[waiting.kind] };
  const { id, reference, fiat, coins, placedAt, chooseUntil } = waiting.order;
  const params = {
    reference,
    amount: formatMoney(fiat),
    symbol: coins.symbol,
    moment: formatDateTime(placedAt),
    until: chooseUntil ? formatDateTime(chooseUntil) : '',
  };
  return { ...formatMessages(nextStepMessages[waiting.kind], params), key: id, to: `/orders/${id}` };
}

const lateAfterMs = 900;

function useIsLate(isKnown: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (isKnown) return;
    const timer = setTimeout(() => setIsLate(true), lateAfterMs);
    return () => clearTimeout(timer);
  }, [isKnown]);
  return isLate;
}

const MoreSteps = ({ waiting }: { waiting: readonly StepTexts[] }) => (
  <ul>
    {waiting.map(({ key, title, text, to, act }) => (
      <li key={key} className="row between">
        <div>
          <h3>{title}</h3>
          <p className="t-xs ink-2">{text}</p>
        </div>
        <ButtonLink to={to} variant="line" size="small">
          {act}
        </ButtonLink>
      </li>
    ))}
  </ul>
);

const shownOrderCount = 3;

const OrderItems = ({ orders }: { orders: readonly OpenOrder[] }) => (
  <ul className="moves orders">
    {orders.slice(0, shownOrderCount).map((order) => (
      <OrderItem key={order.id} order={order} outlook={order} />
    ))}
  </ul>
);

const OrdersInProgress = ({ orders }: { orders: readonly OpenOrder[] }) => (
  <div className="in-progress">
    <div className="row between">
      <h2 className="t-lg">Orders in progress</h2>
      <Link className="link t-xs" to="/transactions">
        All transactions
      </Link>
    </div>
    <OrderItems orders={orders} />
  </div>
);

/** The other steps and orders. Folded when they come late, because the reserved space has no place for them. */
function Others({ steps, orders, isLate }: { steps: StepTexts[]; orders: readonly OpenOrder[]; isLate: boolean }) {
  if (steps.length + orders.length === 0) return null;
  if (!isLate)
    return (
      <>
        {steps.length > 0 && <MoreSteps waiting={steps} />}
        {orders.length > 0 && <OrdersInProgress orders={orders} />}
      </>
    );
  return (
    <details>
      <summary>{steps.length > 0 ? formatMoreCount(steps.length) : `Orders in progress: ${orders.length}`}</summary>
      {steps.length > 0 && <MoreSteps waiting={steps} />}
      {orders.length > 0 && <OrderItems orders={orders} />}
    </details>
  );
}

/** The next step, the others, and orders that wait for us. Reserves space, so that a slow response shifts nothing. */
export function NextStepsCard({ found, inProgress, error, retry }: NextStepsState) {
  const isLate = useIsLate(found !== null || error !== null);
  const label = { 'aria-label': 'Your next steps' };
  if (!found && error)
    return (
      <section className="sheet awaited-sheet" {...label}>
        <FailedState text="We couldn't load your next steps." error={error} onRetry={retry} />
      </section>
    );
  if (!found)
    return (
      <section className="sheet awaited-sheet" {...label}>
        <Skeleton label="Loading your next steps" lines={[30, 84, 62, 92]} />
      </section>
    );
  const [first, ...others] = found.map(getStepTexts);
  if (!first && inProgress.length > 0)
    return (
      <section className={`sheet ${isLate ? 'awaited-sheet' : ''}`} {...label}>
        <Others steps={[]} orders={inProgress} isLate={isLate} />
      </section>
    );
  if (!first)
    return isLate ? (
      <section className="sheet awaited-sheet" {...label}>
        <p className="ink-2">{noStepsText}</p>
      </section>
    ) : null;
  return (
    <section className={`sheet neat waits ${isLate ? 'awaited-sheet' : ''}`} {...label}>
      <p className="turn">Waiting for you</p>
      <div className="row between">
        <div>
          <h2>{first.title}</h2>
          <p className="ink-2">{first.text}</p>
        </div>
        <ButtonLink to={first.to}>{first.act}</ButtonLink>
      </div>
      <Others steps={others} orders={inProgress} isLate={isLate} />
    </section>
  );
}

type OpenOrder = Awaited<ReturnType<typeof call.trading.open>>[number];

export type NextStepsState = {
  found: readonly NextStep[] | null;
  inProgress: readonly OpenOrder[];
  isBusy: boolean;
  /** An identity check waits for us, not for the customer. */
  isReviewing: boolean;
  error: unknown;
  retry: () => void;
};

const toCheckState = ({ status, waitsFor, give, hasDraft }: OwnTier): CheckState => ({
  status,
  waitsFor,
  parts: give.length,
  hasDraft,
});

const isWaitingForUs = ({ status, waitsFor }: CheckState): boolean => status === 'pending' && waitsFor !== 'customer';

export function useNextSteps(): NextStepsState {
  const orders = useQuery(api.trading.open.queryOptions());
  const identity = useQuery(api.identity.own.queryOptions());
  const tiers = identity.data?.tiers;
  const checks = tiers && { 1: toCheckState(tiers[1]), 2: toCheckState(tiers[2]), 3: toCheckState(tiers[3]) };
  const limits = useQuery(api.trading.limits.queryOptions());
  const counts = useQuery(api.trading.counts.queryOptions());
  const account = useQuery(api.accountPages.overview.queryOptions());
  const needsProfile = account.data?.displayName === '';
  const start = {
    needsProfile,
    isLessonDue: limits.data?.bounds.lesson ?? false,
    hasNoOrder: counts.data?.total === 0,
  };
  const isKnown =
    (account.data || account.isError) && (limits.data || limits.isError) && (counts.data || counts.isError);
  const found = orders.data && checks && isKnown ? getNextSteps(orders.data, checks, start) : null;
  const inProgress = (orders.data ?? []).filter(
    ({ id }) => !found?.some((step) => 'order' in step && step.order.id === id),
  );
  const isReviewing = checks !== undefined && Object.values(checks).some(isWaitingForUs);
  return {
    found,
    inProgress,
    isReviewing,
    isBusy: isReviewing || inProgress.length > 0,
    error: found ? null : (orders.error ?? identity.error),
    retry: () => void Promise.all([orders.refetch(), identity.refetch()]),
  };
}

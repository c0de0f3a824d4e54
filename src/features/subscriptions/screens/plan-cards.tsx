import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { wholeJmd } from '../../../kernel/money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { formatDay } from '../../../ui/format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { groupThousands } from '../../../ui/number-format.ts';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { beginFailures } from '../../payments/customer-messages.ts';
import type { PaymentMethod } from '../../payments/payment.ts';
import type { PayDialog as Dialog, PayableItem } from '../../payments/screens/pay-dialog.tsx';
import { features, getExtendPath, getSmallerPlan, type Plan, planAdds, planNames, plans } from '../plans.ts';

type PlanStatus = 'none' | 'current' | 'pending';

const badges = {
  current: <Badge kind="approved">Current Plan</Badge>,
  pending: <Badge kind="pending">Pending Approval</Badge>,
  none: null,
};

type PlanCardProps = {
  plan: Plan;
  price: number;
  status: PlanStatus;
  unavailable: 'Log in to subscribe' | 'busy' | null;
  onChoose: () => void;
};

/** [001 §2 Subscriptions page, §6 Visitor] */
function PlanCard({ plan, price, status, unavailable, onChoose }: PlanCardProps) {
  const smaller = getSmallerPlan(plan);
  const label =
    unavailable === 'Log in to subscribe' ? unavailable : status === 'none' ? `Subscribe to ${planNames[plan]}` : null;
  return (
    <article className="plan" aria-labelledby={`plan-${plan}`}>
      <header>
        <h3 className="t-xl" id={`plan-${plan}`}>
          {planNames[plan]}
        </h3>
        {badges[status]}
      </header>
      <p className="t-2xl num">
        J${groupThousands(String(price))}
        <small> a month</small>
      </p>
      <ul>
        {smaller && (
          <li className="b">
            <Check className="ic" aria-hidden="true" />
            Everything in {planNames[smaller]}
          </li>
        )}
        {planAdds[plan].map((feature) => (
          <li key={feature}>
            <Check className="ic" aria-hidden="true" />
            {features[feature]}
          </li>
        ))}
      </ul>
      <Button full disabled={label === null || unavailable !== null} onClick={onChoose}>
        {label ?? (status === 'pending' ? 'Pending Approval' : 'Current Plan')}
      </Button>
    </article>
  );
}

type Own = Awaited<ReturnType<typeof call.subscriptions.own>>;
type Subscribing = { key: string; plan: Plan; method: PaymentMethod; price: number };
type ChosenPlan = { readonly plan: Plan; readonly preselected?: PaymentMethod };

const PayDialog = lazyPart(
  async () => (await import('../../payments/screens/pay-dialog.tsx')).PayDialog as typeof Dialog<Subscribing>,
);

const parseExtension = (search: URLSearchParams): Plan | null =>
  (search.get('extend') === '1' && plans.find((plan) => plan === search.get('plan'))) || null;

/** Opens the subscribe dialog once for `extend=1&plan=` [001 §2 Subscriptions page, §4 Subscriptions]. */
function useChosenPlan({ ready, busy }: { ready: boolean; busy: boolean }) {
  const [search, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState<ChosenPlan | null>(null);
  const requested = parseExtension(search);
  useEffect(() => {
    if (!requested || !ready) return;
    // The page already shows an open payment.
    if (!busy) setChosen({ plan: requested, preselected: 'bank_transfer' });
    setSearch({}, { replace: true, preventScrollReset: true });
  }, [requested, ready, busy, setSearch]);
  return [chosen, setChosen] as const;
}

const getStatus = (plan: Plan, own: Own | undefined): PlanStatus => {
  if (own?.pending?.plan === plan) return 'pending';
  const { active } = own ?? {};
  return active?.plan === plan && active.endDate !== null && own && active.endDate > own.now ? 'current' : 'none';
};

const getStart = (own: Own | undefined): Date | null =>
  own?.runsUntil && own.runsUntil > own.now ? own.runsUntil : null;

function toPayable({ plan, preselected }: ChosenPlan, price: number, own: Own | undefined): PayableItem<Subscribing> {
  const from = getStart(own);
  return {
    title: from ? 'Extend your subscription' : `Subscribe to ${planNames[plan]}`,
    about: (
      <p>
        <MoneyText money={wholeJmd(price)} cents="whole" /> for one month of the {planNames[plan]} plan.{' '}
        {from
          ? `It starts on ${formatDay(from, { year: true })}, when your current plan ends.`
          : 'It starts when we receive your payment.'}{' '}
        Plans don't renew automatically.
      </p>
    ),
    failed: beginFailures.plan,
    begin: api.subscriptions.subscribe,
    body: (method, key) => ({ key, plan, method, price }),
    preselected,
  };
}

/** Open payment of a plan [001 §4 Subscriptions]. */
function PendingPayment({ pending, onPay }: { pending: NonNullable<Own['pending']>; onPay: () => void }) {
  return (
    <section className="sheet neat waits">
      {pending.toPay ? <p className="turn">Waiting for you</p> : <p className="turn ours">Waiting for us</p>}
      <div className="row between">
        <div>
          <h2>{pending.toPay ? 'Complete Your Payment' : "We're checking for your payment"}</h2>
          <p className="ink-2">
            {planNames[pending.plan]} plan, one month.{' '}
            <Link className="link" to={`/payments/${pending.paymentId}`}>
              See your payment
            </Link>
          </p>
        </div>
        {pending.toPay && <Button onClick={onPay}>Continue payment</Button>}
      </div>
    </section>
  );
}

/** Plan cards with the subscribe dialog [001 §2 Subscriptions page]. */
export function PlanCards() {
  const isIn = useViewer().session === 'in';
  const terms = useQuery(api.settings.publicTerms.queryOptions());
  const own = useQuery({ ...api.subscriptions.own.queryOptions(), enabled: isIn });
  const prices = terms.data?.planPrices;
  const pending = own.data?.pending ?? null;
  const ready = prices !== undefined && own.data !== undefined;
  const [chosen, setChosen] = useChosenPlan({ ready, busy: pending !== null });
  const [openPaymentId, setPaying] = useState<string | null>(null);
  const close = () => {
    setChosen(null);
    setPaying(null);
  };
  if (!prices) return <QueryPlaceholder query={terms} text="We couldn't load the plans." lines={[40, 100, 90, 96]} />;
  if (isIn && !own.data)
    return <QueryPlaceholder query={own} text="We couldn't load your plan." lines={[40, 100, 90, 96]} />;
  const running = plans.find((plan) => getStatus(plan, own.data) === 'current');
  return (
    <>
      {pending && <PendingPayment pending={pending} onPay={() => setPaying(pending.paymentId)} />}
      <h2 id="plans-heading" className="ruled">
        Plans
      </h2>
      <div className="plans">
        {plans.map((plan) => (
          <PlanCard
            key={plan}
            plan={plan}
            price={prices[plan]}
            status={getStatus(plan, own.data)}
            unavailable={!isIn ? 'Log in to subscribe' : pending ? 'busy' : null}
            onChoose={() => setChosen({ plan })}
          />
        ))}
      </div>
      {!isIn && (
        <p className="ink-2 under">
          <Link className="link" to="/auth">
            Log in
          </Link>{' '}
          or{' '}
          <Link className="link" to="/auth?tab=signup">
            sign up
          </Link>{' '}
          to subscribe.
        </p>
      )}
      {pending && (
        <p className="t-xs ink-2 under">You can choose another plan once this payment is complete or cancelled.</p>
      )}
      {running && !pending && (
        <p className="row under">
          <ButtonLink to={getExtendPath(running)} variant="line" size="small">
            Extend {planNames[running]} by a month
          </ButtonLink>
        </p>
      )}
      {(chosen || openPaymentId) && (
        <PayDialog
          item={chosen ? toPayable(chosen, prices[chosen.plan], own.data) : null}
          paymentId={openPaymentId}
          onClose={close}
        />
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { wholeJmd } from '../../../kernel/money.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { dayText } from '../../../ui/format.ts';
import { later } from '../../../ui/later.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { NotYet } from '../../../ui/not-yet.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { beginFailures } from '../../payments/own-messages.ts';
import type { PaymentMethod } from '../../payments/payment.ts';
import type { PayDialog as Dialog, ToPay } from '../../payments/screens/pay-dialog.tsx';
import { extendPath, type Plan, planNames, plans } from '../plans.ts';
import { PlanCard, type PlanStanding } from './plan-card.tsx';

type Own = Awaited<ReturnType<typeof call.subscriptions.own>>;
type Subscribing = { key: string; plan: Plan; method: PaymentMethod; price: number };
type ChosenPlan = { readonly plan: Plan; readonly preselected?: PaymentMethod };

const PayDialog = later(
  async () => (await import('../../payments/screens/pay-dialog.tsx')).PayDialog as typeof Dialog<Subscribing>,
);

const planIn = (search: URLSearchParams): Plan | null =>
  (search.get('extend') === '1' && plans.find((plan) => plan === search.get('plan'))) || null;

/**
 * `extend=1&plan=` opens the subscribe dialog with bank transfer preselected, for one more month, then the query string
 * is cleared [001 §2 Subscriptions page, §4 Subscriptions].
 */
function useAsked({ ready, busy }: { ready: boolean; busy: boolean }) {
  const [search, setSearch] = useSearchParams();
  const [asked, setAsked] = useState<ChosenPlan | null>(null);
  const wished = planIn(search);
  useEffect(() => {
    if (!wished || !ready) return;
    // Where a payment is under way it stands on the page, with what to do: another one cannot be begun.
    if (!busy) setAsked({ plan: wished, preselected: 'bank_transfer' });
    setSearch({}, { replace: true, preventScrollReset: true });
  }, [wished, ready, busy, setSearch]);
  return [asked, setAsked] as const;
}

const standingOf = (plan: Plan, own: Own | undefined): PlanStanding => {
  if (own?.pending?.plan === plan) return 'pending';
  const { active } = own ?? {};
  return active?.plan === plan && active.endDate !== null && own && active.endDate > own.now ? 'current' : 'none';
};

/** When a month that is paid for now begins, where another one runs. */
const beginsAt = (own: Own | undefined): Date | null =>
  own?.runsUntil && own.runsUntil > own.now ? own.runsUntil : null;

function toPay({ plan, preselected }: ChosenPlan, price: number, own: Own | undefined): ToPay<Subscribing> {
  const from = beginsAt(own);
  return {
    title: from ? 'Extend your subscription' : `Subscribe to ${planNames[plan]}`,
    about: (
      <p>
        <MoneyText money={wholeJmd(price)} cents="whole" /> for one month of {planNames[plan]}.{' '}
        {from
          ? `It begins on ${dayText(from, { year: true })}, when what you have paid for ends.`
          : 'It begins when we have your payment.'}{' '}
        Plans do not renew by themselves.
      </p>
    ),
    failed: beginFailures.plan,
    begin: api.subscriptions.subscribe,
    body: (method, key) => ({ key, plan, method, price }),
    preselected,
  };
}

/**
 * A payment that is under way: whose move it is, and the way there [001 §4 Subscriptions]. On return from the card page
 * the upload step opens over it (`payments/screens/card-return.tsx`).
 */
function UnderWay({ pending, onPay }: { pending: NonNullable<Own['pending']>; onPay: () => void }) {
  return (
    <section className="sheet neat waits">
      {pending.toPay ? <p className="turn">Your move</p> : <p className="turn ours">Our move</p>}
      <div className="row between">
        <div>
          <h2>{pending.toPay ? 'Complete Your Payment' : 'We look for your payment'}</h2>
          <p className="ink-2">
            {planNames[pending.plan]} plan, one month.{' '}
            <Link className="link" to={`/payments/${pending.paymentId}`}>
              See your payment
            </Link>
          </p>
        </div>
        {pending.toPay && <Button onClick={onPay}>Go on paying</Button>}
      </div>
    </section>
  );
}

/** The three plan cards and the subscribe dialog [001 §2 Subscriptions page]; what runs and what is being paid for. */
export function PlanCards() {
  const isIn = useViewer().session === 'in';
  const terms = useQuery(api.settings.publicTerms.queryOptions());
  const own = useQuery({ ...api.subscriptions.own.queryOptions(), enabled: isIn });
  const prices = terms.data?.planPrices;
  const pending = own.data?.pending ?? null;
  const ready = prices !== undefined && own.data !== undefined;
  const [asked, setAsked] = useAsked({ ready, busy: pending !== null });
  const [paying, setPaying] = useState<string | null>(null);
  const close = () => {
    setAsked(null);
    setPaying(null);
  };
  if (!prices) return <NotYet asked={terms} text="The plans could not be loaded." lines={[40, 100, 90, 96]} />;
  if (isIn && !own.data) return <NotYet asked={own} text="Your plan could not be loaded." lines={[40, 100, 90, 96]} />;
  const running = plans.find((plan) => standingOf(plan, own.data) === 'current');
  return (
    <>
      {pending && <UnderWay pending={pending} onPay={() => setPaying(pending.paymentId)} />}
      <h2 id="plans-heading" className="ruled">
        Plans
      </h2>
      <div className="plans">
        {plans.map((plan) => (
          <PlanCard
            key={plan}
            plan={plan}
            price={prices[plan]}
            standing={standingOf(plan, own.data)}
            shut={!isIn ? 'Log in to subscribe' : pending ? 'busy' : null}
            onChoose={() => setAsked({ plan })}
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
        <p className="t-xs ink-2 under">Another plan can be chosen once this payment is done or called off.</p>
      )}
      {running && !pending && (
        <p className="row under">
          <ButtonLink to={extendPath(running)} look="line" size="small">
            Extend {planNames[running]} by a month
          </ButtonLink>
        </p>
      )}
      {(asked || paying) && (
        <PayDialog
          thing={asked ? toPay(asked, prices[asked.plan], own.data) : null}
          paymentId={paying}
          onClose={close}
        />
      )}
    </>
  );
}

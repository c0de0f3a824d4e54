import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { jamaicaHour } from '../../../kernel/calendar.ts';
import { pluralize } from '../../../kernel/plural.ts';
import { Badge, StatusBadge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { CoinsText } from '../../../ui/coins-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatDateTime, formatDay, formatStatus } from '../../../ui/format.ts';
import { Landscape } from '../../../ui/landscape.tsx';
import { Link } from '../../../ui/link.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { groupThousands } from '../../../ui/number-format.ts';
import { type BreakdownRow, PriceBreakdown } from '../../../ui/price-breakdown.tsx';
import { formatPrice } from '../../../ui/price-format.ts';
import { ScaleBar } from '../../../ui/scale-bar.tsx';
import { serverNow } from '../../../ui/server-clock.ts';
import { signOut } from '../../../ui/sign-out.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FailedState, QueryPlaceholder } from '../../../ui/states.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { KycStatusCard } from '../../kyc/screens/kyc-cards.tsx';
import {
  type Feature,
  features,
  getExtendPath,
  getFeatures,
  type Plan,
  planNames,
  type Subscription,
} from '../../subscriptions/plans.ts';
import { GoToKyc, LimitCap, LimitGauge, limitAdvice, tierNames } from '../../trading/screens/trade/limit-banner.tsx';
import { formatTimeLeft, getElapsedShare, getGreeting, getTimeLeft, type Part } from '../countdown.ts';
import { formatStepCount, reviewingText } from '../next-steps.ts';
import { planLabels } from '../portfolio-messages.ts';
import { DashboardOffer } from './dashboard-offer.tsx';
import { NextStepsCard, type NextStepsState, useNextSteps } from './next-steps-card.tsx';
import { ToSignIn, useSessionEnd } from './session-end.ts';
import { useHashSection } from './use-hash-section.ts';

const pages: Partial<Record<Feature, '/courses' | '/portfolio' | '/launch'>> = {
  courses: '/courses',
  portfolio: '/portfolio',
  new_launches: '/launch',
};

function FeatureLink({ feature }: { feature: Feature }) {
  const page = pages[feature];
  if (page)
    return (
      <Link className="link" to={page}>
        {planLabels.go} <span className="sr">{features[feature]}</span>
      </Link>
    );
  return (
    <Link className="link" to="/help/new?category=plan_or_course">
      {planLabels.ask} <span className="sr">about {features[feature]}</span>
    </Link>
  );
}

/** Features of a running plan, each with its link [001 §9 Subscriptions]. */
const PlanIncludes = ({ plan }: { plan: Plan }) => (
  <details className="under">
    <summary>{planLabels.title}</summary>
    <PriceBreakdown
      rows={getFeatures(plan).map((feature) => ({
        label: features[feature],
        figure: <FeatureLink feature={feature} />,
      }))}
    />
  </details>
);

type ClockAnswer = { readonly now: Date; readonly receivedAt: number };

/** Ticks every second while `ticking`. `receivedAt` is this device's clock in ms when `now` arrived. */
function useServerClock({ now, receivedAt }: ClockAnswer, ticking: boolean): Date {
  const [localNow, setLocalNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticking) return;
    setLocalNow(Date.now());
    const timer = setInterval(() => setLocalNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [ticking]);
  return new Date(now.getTime() + Math.max(0, localNow - receivedAt));
}

/** 'Extend your subscription' [000 §2 Dashboard]: pays for one more month of the current plan. */
const ExtendDialog = ({ plan, open, onClose }: { plan: Plan; open: boolean; onClose: () => void }) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="Extend your subscription"
    actions={<ButtonLink to={getExtendPath(plan)}>Continue to payment</ButtonLink>}
  >
    <p>Extend your {planNames[plan]} plan for one more month by completing payment.</p>
  </Dialog>
);

type SubscriptionAnswer = { subscription: Subscription | null; now: Date };

/** The countdown runs only while the plan is active [000 §2 Dashboard, §4 Subscription, 001 §4 Subscriptions]. */
function SubscriptionCard() {
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

type Account = { email: string; verified: boolean; roles: readonly string[] };
type AccountCardProps = { data?: Account | undefined; error: unknown; refetch: () => unknown };

const getRows = ({ email, verified, roles }: Account): BreakdownRow[] => [
  { label: 'Email', figure: <span className="long">{email}</span> },
  {
    label: 'Email confirmation',
    figure: verified ? <Badge kind="approved">Verified</Badge> : <Badge kind="pending">Not Verified</Badge>,
  },
  ...(roles.length > 0 ? [{ label: 'Staff role', figure: roles.map(formatStatus).join(', ') }] : []),
];

function SignOut() {
  const [busy, setBusy] = useState(false);
  const handleSignOut = () => {
    setBusy(true);
    void signOut().finally(() => setBusy(false));
  };
  return (
    <Button variant="bare" busy={busy} onClick={handleSignOut}>
      Sign Out
    </Button>
  );
}

/** 'Account Information', Verified or Not Verified, and 'Sign Out' [000 §2 Dashboard]. */
function AccountCard({ data, error, refetch }: AccountCardProps) {
  return (
    <section aria-labelledby="account-title">
      <h2 className="ruled t-lg" id="account-title">
        Account Information
      </h2>
      {data && <PriceBreakdown rows={getRows(data)} />}
      {!data && error !== null && (
        <FailedState text="We couldn't load your account." error={error} onRetry={() => void refetch()} />
      )}
      {!data && error === null && <Skeleton label="Loading your account" lines={[100, 80]} />}
      <div className="flush">
        <SignOut />
      </div>
    </section>
  );
}

/** The monthly limit with 'Go to KYC' [000 §2 Dashboard, decisions B8, C4]. */
function LimitNotice() {
  const { data, error, refetch } = useQuery(api.trading.limits.queryOptions());
  return (
    <section aria-labelledby="month-limit">
      <h2 id="month-limit">Monthly limit</h2>
      {!data && error && (
        <FailedState text="We couldn't load your limit." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label="Loading your limit" lines={[40, 100, 70]} />}
      {data && (
        <div className="month">
          <div className="row between">
            <div>
              <LimitCap limit={data.limit} />
            </div>
            <span className="t-xs ink-2">{tierNames[data.limit.tier]}</span>
          </div>
          <LimitGauge limit={data.limit} />
          <p className="t-xs ink-2">
            Resets {formatDateTime(data.limit.resetsAt)}, Jamaica time. {limitAdvice(data)} <GoToKyc />
          </p>
        </div>
      )}
    </section>
  );
}

type CoinRow = Awaited<ReturnType<typeof call.accountPages.coins>>['rows'][number];

const CoinItem = ({ coin: { symbol, name, priceJmd, held, worth } }: { coin: CoinRow }) => (
  <li>
    <Link className="b" to={`/trading?coin=${symbol}`}>
      Buy {name}
    </Link>
    <span className="num">{priceJmd ? `J$${formatPrice(priceJmd)}` : '–'}</span>
    <span className="sub">
      {held ? (
        <>
          Bought here: <CoinsText coins={held} trim plain />
        </>
      ) : (
        symbol
      )}
    </span>
    <span className="sub">{worth ? <MoneyText money={worth} size="plain" /> : ''}</span>
  </li>
);

/** Prices, and what the customer bought from us and has not sold back. */
function Coins() {
  const query = useQuery(api.accountPages.coins.queryOptions());
  return (
    <section className="sheet awaited-prices" aria-labelledby="prices-title">
      <header>
        <h2 id="prices-title">Prices</h2>
        {query.data?.demo && <Badge>Demo prices</Badge>}
        <Link className="link t-xs" to="/coins">
          All prices
        </Link>
      </header>
      {query.data ? (
        <>
          <ul className="moves">
            {query.data.rows.map((coin) => (
              <CoinItem key={coin.symbol} coin={coin} />
            ))}
          </ul>
          <p className="t-xs ink-2 under">
            {query.data.worth ? (
              <>
                Bought here, worth about <MoneyText money={query.data.worth} size="plain" />.{' '}
                <Link className="link" to="/portfolio">
                  Portfolio
                </Link>
              </>
            ) : (
              'Prices without our fee.'
            )}
          </p>
        </>
      ) : (
        <QueryPlaceholder query={query} text="We couldn't load the prices." lines={[100, 100, 100]} />
      )}
    </section>
  );
}

/** Greeting, 'Start Trading' and 'Settings' [000 §2 Dashboard]. */
function DashboardHead({
  name,
  nextSteps: { found, isBusy, isReviewing },
}: {
  name: string;
  nextSteps: NextStepsState;
}) {
  const greeting = getGreeting(jamaicaHour(serverNow()));
  return (
    <div className="head acts row between">
      <Landscape />
      <div>
        <h1>{name ? `${greeting}, ${name}` : greeting}</h1>
        <p role="status">
          {found ? formatStepCount(found.length, isBusy) : 'Your account at a glance.'}
          {isReviewing && <> {reviewingText}</>}
        </p>
      </div>
      <div className="row">
        <ButtonLink to="/trading" variant={found?.length === 0 ? 'primary' : 'line'}>
          Start Trading
        </ButtonLink>
        <ButtonLink to="/trading?tab=sell" variant="line">
          Sell
        </ButtonLink>
        <ButtonLink to="/profile" variant="bare">
          Settings
        </ButtonLink>
      </div>
    </div>
  );
}

const links = [
  { to: '/courses', name: 'Browse Courses', text: 'Lessons at your own pace.' },
  { to: '/learning-dashboard', name: 'Learning Hub', text: 'Your progress and what comes next.' },
  { to: '/curriculum', name: 'Curriculum', text: 'What our courses teach, step by step.' },
];

/** 'Learning Platform': links to courses, learning hub and curriculum [000 §2 Dashboard]. */
const Learning = () => (
  <section className="learning" aria-labelledby="learning-title">
    <h2 id="learning-title">Learning Platform</h2>
    <div className="learn">
      {links.map(({ to, name, text }) => (
        <Link key={to} to={to}>
          <h3>{name}</h3>
          <p className="ink-2">{text}</p>
          <ArrowRight className="ic" aria-hidden="true" />
        </Link>
      ))}
    </div>
  </section>
);

export const meta = () => [{ title: 'Dashboard - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

/** /dashboard: next steps, limits, plan and account [000 §2 Dashboard]. */
export default function Dashboard() {
  const { session } = useViewer();
  return session === 'out' ? <ToSignIn /> : <Overview />;
}

function Overview() {
  const account = useQuery(api.accountPages.overview.queryOptions());
  useSessionEnd(account.error);
  useHashSection();
  const nextSteps = useNextSteps();
  return (
    <div className="wrap">
      <DashboardHead name={account.data?.firstName ?? ''} nextSteps={nextSteps} />
      <div className="dash">
        <div className="stack">
          <NextStepsCard {...nextSteps} />
          <Coins />
          <LimitNotice />
          {account.data && <DashboardOffer offersPasskey={account.data.offersPasskey} />}
        </div>
        <div className="stack">
          <div id="kyc" tabIndex={-1}>
            <KycStatusCard />
          </div>
          <SubscriptionCard />
          <AccountCard {...account} />
        </div>
      </div>
      <Learning />
    </div>
  );
}

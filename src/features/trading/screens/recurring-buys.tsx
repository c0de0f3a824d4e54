import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { atHour } from '../../../kernel/calendar.ts';
import { formatMessage } from '../../../kernel/message-template.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { api, type call } from '../../../ui/client.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { formatDay } from '../../../ui/format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Link } from '../../../ui/link.tsx';
import { formatMoney } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useCommand } from '../../../ui/use-command.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { coinName } from '../../assets/assets.ts';
import { getNetworkLabel } from '../../assets/networks.ts';
import { BankDetails } from '../../payments/screens/bank-details.tsx';
import { recurringBuyTexts as texts } from '../recurring/customer-messages.ts';
import { formatScheduledDay } from '../recurring/schedule.ts';
import './recurring-buys.css';

export const meta = () => [{ title: 'Recurring buys - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

const loadForms = () => import('./recurring-buy-form.tsx');
const SetPlan = lazyPart(() => loadForms().then((parts) => parts.SetPlan));
const ChangeDialog = lazyPart(() => loadForms().then((parts) => parts.ChangeDialog));

type Plans = Awaited<ReturnType<typeof call.trading.recurringBuys>>;
type Plan = Plans['plans'][number];

const formatPlan = ({ amount, symbol, every, day }: Plan): string => {
  const when =
    every === 'week' ? `every ${formatScheduledDay(every, day)}` : `on the ${formatScheduledDay(every, day)}`;
  return `${formatMoney(amount)} of ${coinName(symbol)} ${when}`;
};

function RemoveDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useCommand(api.trading.removeRecurringBuy, {
    done: () => toastSuccess(texts.removed),
    after: () => {
      void queries.invalidateQueries({ queryKey: api.trading.key() });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      title="Delete this recurring buy?"
      confirmLabel="Delete"
      cancelLabel="Keep it"
      grave
      busy={isPending}
      onConfirm={() => mutate({ planId: plan.id })}
      onClose={onClose}
    >
      <p>We'll prepare no more orders for {formatPlan(plan)}. Orders you already have stay open.</p>
    </ConfirmDialog>
  );
}

function PlanCard({ plan, account }: { plan: Plan; account: Plans['accounts']['JMD'] }) {
  const queries = useQueryClient();
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const { id, symbol, network, address, tag, nextOn, pausedFor, lastRefusal, openOrder, reference, transfer } = plan;
  const isPaused = pausedFor !== null;
  const { mutate, isPending } = useCommand(api.trading.pauseRecurringBuy, {
    done: (_, sent) => toastSuccess(sent.paused ? texts.paused : texts.resumed),
    after: () => queries.invalidateQueries({ queryKey: api.trading.key() }),
  });
  return (
    <section className="lock stack" aria-label={formatPlan(plan)}>
      <header>
        <h3>{formatPlan(plan)}</h3>
        {isPaused && <Badge kind="pending">Paused</Badge>}
      </header>
      {pausedFor !== null && pausedFor !== 'asked' && <Notice kind="wait">{texts[pausedFor]}</Notice>}
      {lastRefusal !== null && <Notice kind="bad">{formatMessage(texts.refused, { reason: lastRefusal })}</Notice>}
      <p>
        {!isPaused && (
          <>
            Next order: <b>{formatDay(atHour(nextOn, 12))}</b>.{' '}
          </>
        )}
        {openOrder && (
          <Link className="link" to={`/orders/${openOrder}`}>
            An order is waiting for your payment
          </Link>
        )}
      </p>
      <p className="t-xs ink-2">
        To your {getNetworkLabel(symbol, network)} wallet <span className="code wrap-any">{address}</span>
        {tag !== null && `, tag ${tag}`}
      </p>
      <div>
        <h4>For the standing order at your bank</h4>
        <BankDetails reference={reference} amount={transfer} account={account} />
      </div>
      <div className="row">
        <Button variant="line" size="small" onClick={() => setOpen('change')}>
          Change amount
        </Button>
        <Button variant="line" size="small" busy={isPending} onClick={() => mutate({ planId: id, paused: !isPaused })}>
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <Button variant="line" size="small" onClick={() => setOpen('remove')}>
          Delete
        </Button>
      </div>
      {open === 'change' && <ChangeDialog plan={plan} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveDialog plan={plan} onClose={() => setOpen(null)} />}
    </section>
  );
}

function Content() {
  const [isAdding, setIsAdding] = useState(false);
  const query = useQuery(api.trading.recurringBuys.queryOptions());
  if (!query.data) return <QueryPlaceholder query={query} text={texts.failed} lines={[60, 100, 90]} />;
  const { plans, accounts, most } = query.data;
  return (
    <div className="stack">
      <section aria-labelledby="plans">
        <h2 id="plans" className="ruled">
          Your recurring buys
        </h2>
        {plans.length === 0 && (
          <EmptyState title="No recurring buys yet." text="Set one up, and we'll prepare each order for you." />
        )}
        <div className="locks">
          {plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} account={accounts[plan.amount.currency]} />
          ))}
        </div>
      </section>
      {isAdding && <SetPlan onSet={() => setIsAdding(false)} />}
      {!isAdding && plans.length < most && (
        <div className="row">
          <Button onClick={() => setIsAdding(true)}>Set up a recurring buy</Button>
        </div>
      )}
      {plans.length >= most && <p className="ink-2">You have {most} recurring buys, which is the limit.</p>}
    </div>
  );
}

export default function RecurringBuysScreen() {
  if (useViewer().session !== 'in') return <SignInRequired />;
  return (
    <div className="wrap recurring-buys">
      <ScreenHead title="Recurring buys" text="Buy a little every week or month, without filling in a form." />
      <div className="stack">
        <ul className="hints">
          {texts.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
        <Content />
      </div>
    </div>
  );
}

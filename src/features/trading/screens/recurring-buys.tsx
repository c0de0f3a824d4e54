import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { atHour } from '../../../kernel/calendar.ts';
import { formatMessage } from '../../../kernel/message-template.ts';
import { formatGroupedMinorUnits, parseMoney } from '../../../kernel/money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { api, type call } from '../../../ui/client.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { useCommandForm } from '../../../ui/form.tsx';
import { formatDay } from '../../../ui/format.ts';
import { Link } from '../../../ui/link.tsx';
import { formatMoney } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { QueryPlaceholder } from '../../../ui/states.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useCommand } from '../../../ui/use-command.ts';
import { useViewer } from '../../../ui/viewer.ts';
import { type AssetSymbol, coinName } from '../../assets/assets.ts';
import { getNetworkLabel, hasTag, type Network } from '../../assets/networks.ts';
import { BankDetails } from '../../payments/screens/bank-details.tsx';
import { newAddressMessage } from '../customer-messages.ts';
import { tradingMessages } from '../messages.ts';
import { addressCheckedLabel, addressUncheckedMessage } from '../order-form-messages.ts';
import { recurringBuyTexts as texts } from '../recurring/customer-messages.ts';
import { lastDays, type Schedule } from '../recurring/schedule.ts';
import { ChangeRecurringBuy, SetRecurringBuy } from '../recurring/schema.ts';
import { otherCurrencyMessage } from '../schema.ts';
import { AddressField } from './trade/address-field.tsx';
import { NetworkField } from './trade/network-field.tsx';
import { WalletPicker } from './trade/payee-picker.tsx';
import { assetOptions, currencyOptions, validWallet } from './trade/source-of-funds-form.ts';
import { type AddressVerdict, useAddress } from './trade/use-address.ts';
import { type PickableWallet, useSavedWallets } from './trade/use-saved-payees.ts';
import './recurring-buys.css';

export const meta = () => [{ title: 'Recurring buys - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

type Plans = Awaited<ReturnType<typeof call.trading.recurringBuys>>;
type Plan = Plans['plans'][number];

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

const formatDayOption = (every: Schedule['every'], day: number): string =>
  every === 'week' ? (weekdays[day - 1] ?? '') : `${day}${endings[ordinals.select(day)] ?? 'th'} of the month`;

const formatPlan = ({ amount, symbol, every, day }: Plan): string => {
  const when = every === 'week' ? `every ${formatDayOption(every, day)}` : `on the ${formatDayOption(every, day)}`;
  return `${formatMoney(amount)} of ${coinName(symbol)} ${when}`;
};

const intervalOptions = [
  { value: 'week', name: 'Week' },
  { value: 'month', name: 'Month' },
];
const getDayOptions = (every: Schedule['every']) =>
  Array.from({ length: lastDays[every] }, (_, at) => ({
    value: String(at + 1),
    name: formatDayOption(every, at + 1),
  }));

const emptyPlan = {
  symbol: 'BTC' as AssetSymbol,
  currency: 'JMD' as 'JMD' | 'USD',
  amount: '',
  every: 'month' as Schedule['every'],
  day: '1',
  network: '' as Network | '',
  /** Key of the picked payee. Not sent to the server. */
  payee: '',
  walletAddress: '',
  destinationTag: '',
  addressChecked: false,
};
type PlanForm = typeof emptyPlan;

type Destined = { readonly address: AddressVerdict; readonly isPicked: boolean };

const planRules = ({ currency }: PlanForm, { address, isPicked }: Destined) =>
  z.object({
    ...SetRecurringBuy.shape,
    amount: SetRecurringBuy.shape.amount.refine(
      (text) => parseMoney(text, currency, 'down') !== null,
      otherCurrencyMessage,
    ),
    walletAddress: validWallet(address),
    addressChecked: z.boolean().refine((isChecked) => isChecked || isPicked, addressUncheckedMessage),
  });

function usePlanForm() {
  const queries = useQueryClient();
  const destined = (): Destined => ({ address: checks.address, isPicked: picked !== undefined });
  const command = useCommandForm((typed: PlanForm) => planRules(typed, destined()), api.trading.setRecurringBuy, {
    start: emptyPlan,
    body: ({ payee: _payee, addressChecked: _checked, network, ...typed }) =>
      network === '' ? null : { ...typed, network },
    done: () => {
      command.form.reset(emptyPlan);
      toastSuccess(texts.set);
      void queries.invalidateQueries({ queryKey: api.trading.key() });
    },
    idPrefix: 'plan',
  });
  const values = command.form.values();
  const checks = useAddress(values.network || null, values.walletAddress, values.destinationTag);
  const wallets = useSavedWallets(values.symbol);
  const picked = wallets.find(({ key }) => key === values.payee);
  return { ...command, values, checks, wallets, picked };
}

function Destination({ plan: { form, field, getError, values, checks, wallets, picked } }: { plan: Planning }) {
  const { symbol, network } = values;
  const pick = (wallet: PickableWallet | null) => {
    form.set('payee', wallet?.key ?? '');
    form.set('network', wallet?.network ?? '');
    form.set('walletAddress', wallet?.address ?? '');
    form.set('destinationTag', wallet?.tag ?? '');
  };
  return (
    <>
      {wallets.length > 0 && <WalletPicker legend="Send to" payees={wallets} picked={picked} onPick={pick} />}
      {!picked && (
        <>
          <NetworkField side="buy" symbol={symbol} network={network} paused={[]} {...field('network')} />
          <AddressField
            label={`Your ${symbol} address`}
            network={network}
            verdict={checks.address}
            canScan
            onExtract={(extracted) => form.set('walletAddress', extracted)}
            {...field('walletAddress', () => form.set('addressChecked', false))}
          />
          {hasTag(network) && (
            <Field
              label="Destination tag (memo)"
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              {...field('destinationTag')}
              error={
                getError('destinationTag') ?? (checks.tagFault ? tradingMessages[checks.tagFault].text : undefined)
              }
            />
          )}
          {checks.address.at === 'ok' && <Notice kind="wait">{newAddressMessage}</Notice>}
          <Checkbox label={addressCheckedLabel} {...field('addressChecked')} />
        </>
      )}
    </>
  );
}

type Planning = ReturnType<typeof usePlanForm>;

function SetPlan() {
  const plan = usePlanForm();
  const { form, field, values, submit, busy } = plan;
  return (
    <section aria-labelledby="set-plan">
      <h2 id="set-plan" className="ruled">
        Set up a recurring buy
      </h2>
      <form className="stack" noValidate onSubmit={submit}>
        <div className="two">
          <SelectField
            label="Crypto"
            options={assetOptions}
            {...field('symbol', () => {
              for (const name of ['network', 'payee', 'walletAddress', 'destinationTag'] as const) form.set(name, '');
            })}
          />
          <SelectField label="Pay in" options={currencyOptions} {...field('currency')} />
        </div>
        <Field
          label="Amount each time"
          amount
          inputMode="decimal"
          autoComplete="off"
          maxLength={48}
          prefix={values.currency === 'JMD' ? 'J$' : 'US$'}
          {...field('amount')}
        />
        <div className="two">
          <SelectField label="Every" options={intervalOptions} {...field('every', () => form.set('day', '1'))} />
          <SelectField label="On" options={getDayOptions(values.every)} {...field('day')} />
        </div>
        <Destination plan={plan} />
        <div className="row">
          <Button type="submit" busy={busy}>
            Set up
          </Button>
        </div>
      </form>
    </section>
  );
}

function ChangeDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const queries = useQueryClient();
  const { field, submit, busy } = useCommandForm(ChangeRecurringBuy, api.trading.changeRecurringBuy, {
    start: { planId: plan.id, amount: formatGroupedMinorUnits(plan.amount.minor) },
    done: () => {
      toastSuccess(texts.changed);
      void queries.invalidateQueries({ queryKey: api.trading.key() });
      onClose();
    },
    idPrefix: 'change',
  });
  return (
    <Dialog open onClose={onClose} locked={busy} title="Change the amount">
      <form className="stack" noValidate onSubmit={submit}>
        <Field
          label="Amount each time"
          amount
          inputMode="decimal"
          autoComplete="off"
          maxLength={48}
          prefix={plan.amount.currency === 'JMD' ? 'J$' : 'US$'}
          {...field('amount')}
        />
        <p className="ink-2">An order that is already prepared keeps its amount.</p>
        <Button type="submit" full busy={busy}>
          Save
        </Button>
      </form>
    </Dialog>
  );
}

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
      says="Delete"
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
      {pausedFor === 'unpaid' && <Notice kind="wait">{texts.unpaid}</Notice>}
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
          <EmptyState title="No recurring buys yet." text="Set one up below, and we'll prepare each order for you." />
        )}
        <div className="locks">
          {plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} account={accounts[plan.amount.currency]} />
          ))}
        </div>
      </section>
      {plans.length < most ? <SetPlan /> : <p className="ink-2">You have {most} recurring buys, which is the limit.</p>}
    </div>
  );
}

/** /recurring-buys */
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

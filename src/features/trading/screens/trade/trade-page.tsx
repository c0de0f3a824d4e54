import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { jmd, usd } from '../../../../kernel/money.ts';
import { StatusBadge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { api } from '../../../../ui/client.ts';
import { CoinsText } from '../../../../ui/coins-text.tsx';
import { Field } from '../../../../ui/field.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { formatMoney, MoneyText } from '../../../../ui/money-text.tsx';
import { formatWithUnit } from '../../../../ui/number-format.ts';
import { PriceBreakdown } from '../../../../ui/price-breakdown.tsx';
import { RestoredNotice } from '../../../../ui/restored-notice.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { FailedState } from '../../../../ui/states.tsx';
import { Tabs } from '../../../../ui/tabs.tsx';
import { type StepState, Steps } from '../../../../ui/timeline.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { walletTypeNames, walletTypes } from '../../../assets/wallet-types.ts';
import { useCardPage } from '../../../payments/cards/screens/use-card-page.ts';
import { PriceChart, PricePanel } from '../../../prices/screens/price-panel.tsx';
import { payMessages } from '../../customer-messages.ts';
import { tradingNotices } from '../../messages.ts';
import { formatStage } from '../history/order-item.tsx';
import { SellBreakdown } from './breakdown.tsx';
import { BuyCard } from './buy-card.tsx';
import { clockText, coinsShort } from './figures-text.ts';
import { LimitBanner } from './limit-banner.tsx';
import { AnotherOrderCheckbox, findDuplicateSale, QuoteClock } from './offer.tsx';
import type { Paying } from './paying-dialogs.tsx';
import {
  findUnpaid,
  isByCard,
  PendingPayment,
  PendingPlaceholder,
  readExpectedUnpaid,
  type UnpaidBy,
} from './pending-payment.tsx';
import { CompanyWallet, SellSend } from './sell-send.tsx';
import type { Limits, ListedOrder } from './shapes.ts';
import { FundsAndWalletFields, Upload } from './source-of-funds-fields.tsx';
import { useBuy } from './use-buy.ts';
import { type PickableAccount, useSavedAccounts } from './use-saved-payees.ts';
import { type Selling, useSell } from './use-sell.ts';

const BankFields = lazyPart(() => import('./bank-fields.tsx').then((parts) => parts.BankFields));
const AccountPicker = lazyPart(() => import('./payee-picker.tsx').then((parts) => parts.AccountPicker));
const PayeeWait = lazyPart(() => import('./payee-picker.tsx').then((parts) => parts.PayeeWait));

const bankFieldNames = ['bankName', 'accountNumber', 'accountHolderName', 'routingNumber'] as const;

/** The saved account that is picked, or fields for another one. The latest account is picked in an empty form. */
function SellAccount({ selling: { form, values, field, issues, offer } }: { selling: Selling }) {
  const accounts = useSavedAccounts();
  const picked = accounts.find(({ key }) => key === values.account);
  const pick = (account: PickableAccount | null) => {
    form.set('account', account?.key ?? '');
    const me = values.accountHolderName;
    for (const name of bankFieldNames) form.set(name, account?.[name] ?? (name === 'accountHolderName' ? me : ''));
  };
  const [latest] = accounts;
  // biome-ignore lint/correctness/useExhaustiveDependencies: must not overwrite the customer's choice.
  useEffect(() => {
    if (latest && values.bankName === '' && values.accountNumber === '') pick(latest);
  }, [latest?.key]);
  const isComplete = !issues().some(({ path }) => bankFieldNames.some((name) => name === path));
  return (
    <>
      {accounts.length > 0 && <AccountPicker payees={accounts} picked={picked} onPick={pick} />}
      {!(picked && isComplete) && (
        <BankFields
          // The submit button stays disabled until the input is complete, so fields show errors on blur.
          field={(name) => ({ ...field(name), onBlur: () => form.show(issues(), [name]) })}
          holder={values.accountHolderName}
          onHolder={(name) => form.set('accountHolderName', name)}
        />
      )}
      <PayeeWait payee={picked ?? 'new'} gross={offer.shown?.gross} />
    </>
  );
}

const formatShortList = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

function SubmitBar({ selling: { offer, missing, busy, back } }: { selling: Selling }) {
  const { shown, secondsLeft, ready } = offer;
  const isOpen = missing.length === 0 && (ready !== null || offer.error !== null);
  const isPricing = missing.length === 0 && !isOpen;
  return (
    <div className="submit bleed">
      {shown && (
        <div className="row between t-xs num">
          <span>
            <b>{formatWithUnit(coinsShort(shown.coins), shown.symbol)}</b> <span className="ink-2">for</span>{' '}
            <b>{formatMoney(shown.net)}</b>
          </span>
          {secondsLeft !== null && <span className="ink-2">{clockText(secondsLeft)} left</span>}
        </div>
      )}
      <Button type="submit" full disabled={missing.length > 0} busy={busy || isPricing} aria-describedby="sell-missing">
        Submit Sell Order
      </Button>
      <div className="row between">
        <Button variant="bare" onClick={back}>
          Back
        </Button>
        <p className="t-xs ink-2" id="sell-missing">
          {missing.length > 0 ? `Still missing: ${formatShortList(missing)}` : 'Paid out within 1-3 business days.'}
        </p>
      </div>
    </div>
  );
}

/** Step 3 of the sell form: bank details and submit [001 §2 Sell Cryptocurrency card, decision A2]. */
function SellBank({ selling, recent }: { selling: Selling; recent: readonly ListedOrder[] }) {
  const { field, offer } = selling;
  const { shown } = offer;
  return (
    <>
      <SellAccount selling={selling} />
      {offer.large && <FundsAndWalletFields side="sell" worth={shown?.usdValue} form={selling} />}
      <AnotherOrderCheckbox duplicate={findDuplicateSale(recent, shown)} {...field('another')} />
      <QuoteClock offer={offer} />
      <SubmitBar selling={selling} />
    </>
  );
}

const walletOptions = walletTypes.map((value) => ({ value, name: walletTypeNames[value] }));

/** With a saved account, step 2 asks for everything, so that a repeated sale needs few taps. */
const isLastStep = (step: number, accounts: readonly PickableAccount[]): boolean =>
  step === 3 || (step === 2 && accounts.length > 0);

/** Step 2 of the sell form: proof of the transfer and wallet type [001 §2 Sell Cryptocurrency card]. */
function SellProof({ selling, recent }: { selling: Selling; recent: readonly ListedOrder[] }) {
  const { values, field, file, wallet, offer, back, next } = selling;
  const isLast = isLastStep(2, useSavedAccounts());
  return (
    <>
      {wallet && values.network && (
        <CompanyWallet wallet={wallet} network={values.network} demo={offer.shown?.demo ?? false} />
      )}
      <div className="two">
        <Field
          label="Amount sent"
          className="num"
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          suffix={<span className="unit">{values.symbol}</span>}
          {...field('amount')}
        />
        <SelectField label="Wallet type" emptyLabel="Choose" options={walletOptions} {...field('walletType')} />
      </div>
      {!isLast && <QuoteClock offer={offer} />}
      {values.walletType === 'other' && (
        <Field label="Name of the wallet" maxLength={60} {...field('customWalletType')} />
      )}
      <Upload
        label="Transfer confirmation"
        purpose="transaction-proof"
        hint="A screenshot or PDF from your wallet that shows the transfer."
        {...file('proof')}
      />
      {isLast ? (
        <SellBank selling={selling} recent={recent} />
      ) : (
        <div className="row between">
          <Button variant="bare" onClick={back}>
            Back
          </Button>
          <Button onClick={next}>Continue to your bank</Button>
        </div>
      )}
    </>
  );
}

const titles = ['Send crypto', 'Upload proof', 'Your bank'];

const getStepState = (at: number, step: number): StepState => (at < step ? 'done' : at === step ? 'now' : 'ahead');

type SellCardProps = { selling: Selling; limits: Limits | undefined; recent: readonly ListedOrder[] };

function useStepHead(step: number, restoredAt: unknown) {
  const head = useRef<HTMLDivElement>(null);
  const previous = useRef({ step, restoredAt });
  useEffect(() => {
    const hasMoved = previous.current.step !== step && previous.current.restoredAt === restoredAt;
    previous.current = { step, restoredAt };
    if (!hasMoved) return;
    head.current?.focus({ preventScroll: true });
    head.current?.scrollIntoView({ block: 'start' });
  }, [step, restoredAt]);
  return head;
}

/** Sell form in three steps [001 §1, §2 Sell Cryptocurrency card]. */
function SellCard({ selling, limits, recent }: SellCardProps) {
  const { values, restoredAt, startOver, submit } = selling;
  const { step } = values;
  const head = useStepHead(step, restoredAt);
  const isLast = isLastStep(step, useSavedAccounts());
  return (
    <form
      className="form"
      noValidate
      aria-label="Sell Cryptocurrency"
      onSubmit={(event) => {
        event.preventDefault();
        if (isLast) void submit();
      }}
    >
      <h2 className="sr">Sell Cryptocurrency</h2>
      <div ref={head} tabIndex={-1}>
        <Steps steps={titles.map((title, at) => ({ title, state: getStepState(at + 1, step) }))} />
      </div>
      <RestoredNotice restoredAt={restoredAt} onDiscard={startOver} />
      {step === 1 && <SellSend selling={selling} limits={limits} recent={recent} />}
      {step === 2 && <SellProof selling={selling} recent={recent} />}
      {step === 3 && <SellBank selling={selling} recent={recent} />}
    </form>
  );
}

const shownLines = 5;

const Line = ({ order }: { order: ListedOrder }) => (
  <li>
    <Link className="b" to={`/orders/${order.id}`}>
      {order.side === 'buy' ? 'Buy' : 'Sell'} {order.coins.symbol}
    </Link>
    <MoneyText money={order.fiat} />
    <span className="sub">
      {formatDateTime(order.placedAt)} · {order.reference} · <CoinsText coins={order.coins} trim plain />
    </span>
    <StatusBadge status={order.status} />
    {formatStage(order) && <p className="stage">{formatStage(order)}</p>}
  </li>
);

/** [001 §2 Trading page] */
function RecentTransactions({ list }: { list: UseQueryResult<{ orders: ListedOrder[] }> }) {
  const { data, error, refetch } = list;
  return (
    <section aria-labelledby="recent-title">
      <div className="row between side-head">
        <h2 className="t-lg" id="recent-title">
          Recent transactions
        </h2>
        <Link className="link t-xs" to="/transactions">
          All transactions
        </Link>
      </div>
      {!data && error && (
        <FailedState text={tradingNotices.historyFailed.text} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label="Loading your transactions" lines={[90, 70, 84]} />}
      {data?.orders.length === 0 && <p className="ink-2">You haven't created any transactions yet.</p>}
      {data && data.orders.length > 0 && (
        <ul className="moves">
          {data.orders.slice(0, shownLines).map((order) => (
            <Line key={order.id} order={order} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Always shows zero, because we hold no money for customers [001 §2 Trading page]. */
const AccountBalance = () => (
  <section aria-labelledby="balance-title">
    <div className="side-head">
      <h2 className="t-lg" id="balance-title">
        Account balance
      </h2>
    </div>
    <PriceBreakdown
      rows={[
        { label: 'Jamaican dollars', figure: <MoneyText money={jmd(0n)} /> },
        { label: 'US dollars', figure: <MoneyText money={usd(0n)} /> },
      ]}
    />
    <p className="t-xs ink-3">We don't hold a balance for you. Each order is paid and delivered separately.</p>
  </section>
);

const PayingDialogs = lazyPart(() => import('./paying-dialogs.tsx').then((parts) => parts.PayingDialogs));

const recentLimit = 10;

function useRedirectWhenPaid(orderId: string | null, orders: readonly ListedOrder[]): void {
  const navigate = useNavigate();
  const isPaid = orderId !== null && orders.some(({ id, payIn }) => id === orderId && payIn === 'received');
  useEffect(() => {
    if (!isPaid) return;
    toastSuccess(payMessages.arrived);
    void navigate(`/orders/${orderId}`);
  }, [isPaid, orderId, navigate]);
}

function useTab(): ['buy' | 'sell', (key: string) => void] {
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'sell' ? 'sell' : 'buy';
  const open = (key: string) =>
    setSearch(key === 'sell' ? { tab: 'sell' } : {}, { replace: true, preventScrollReset: true });
  return [tab, open];
}

/** Trading page of a signed-in customer [001 §2 Trading page, 000 §1]. */
export function TradePage({ unpaidBy }: { unpaidBy?: UnpaidBy }) {
  const [tab, openTab] = useTab();
  const [expected] = useState(() => unpaidBy ?? readExpectedUnpaid());
  const [paying, setPaying] = useState<Paying | null>();
  const [placedOrderId, setPlacedOrderId] = useState<string | null>(null);
  const list = useQuery(api.trading.list.queryOptions({ input: { limit: recentLimit } }));
  const limits = useQuery(api.trading.limits.queryOptions());
  const card = useCardPage(({ id }) => setPaying({ orderId: id, at: 'card' }));
  const toCard = (id: string) => card.open({ kind: 'order', id });
  const recent = list.data?.orders ?? [];
  const buying = useBuy(recent, ({ orderId, paymentMethod }) => {
    setPlacedOrderId(orderId);
    if (paymentMethod === 'card') toCard(orderId);
    else setPaying({ orderId, at: 'account' });
  });
  const selling = useSell();
  useRedirectWhenPaid(paying?.at === 'card' ? paying.orderId : null, recent);
  const unpaid = findUnpaid(recent, serverNow());
  const { shown: sellQuote, pricing } = selling.offer;
  const showsSale = tab === 'sell' && selling.values.step > 1 && (sellQuote !== null || pricing);
  const symbol = (tab === 'buy' ? buying.values.symbol : selling.values.symbol) || 'BTC';
  return (
    <>
      <LimitBanner />
      {expected && list.isPending && <PendingPlaceholder by={expected} />}
      {unpaid && (
        <PendingPayment
          order={unpaid}
          isNew={unpaid.id === placedOrderId}
          busy={card.opening}
          onPay={() => (isByCard(unpaid) ? toCard(unpaid.id) : setPaying({ orderId: unpaid.id, at: 'account' }))}
          onProof={() => setPaying({ orderId: unpaid.id, at: isByCard(unpaid) ? 'card' : 'proof' })}
        />
      )}
      <div className="trade">
        <section className="sheet neat" aria-label="Trade">
          <Tabs
            label="Buy or sell"
            current={tab}
            onChange={openTab}
            tabs={[
              { key: 'buy', name: 'Buy', panel: <BuyCard buying={buying} limits={limits.data} /> },
              { key: 'sell', name: 'Sell', panel: <SellCard selling={selling} limits={limits.data} recent={recent} /> },
            ]}
          />
          <Link className="link" to="/recurring-buys">
            Recurring buys
          </Link>
        </section>
        <div className="stack side">
          {showsSale && (
            <div className="stack">
              <div className="promise">
                <p className="t-xs ink-2">Once your coins have arrived</p>
                <p className="t-lg">Paid to your bank in 1-3 business days</p>
              </div>
              <SellBreakdown quote={sellQuote} />
            </div>
          )}
          <PriceChart symbol={symbol} />
          <RecentTransactions list={list} />
          <PricePanel />
          <AccountBalance />
        </div>
      </div>
      {paying !== undefined && <PayingDialogs paying={paying} onPaying={setPaying} onCard={toCard} card={card} />}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { decimal, formatDecimal, rescale } from '../../../kernel/decimal.ts';
import { Badge } from '../../../ui/badge.tsx';
import { api } from '../../../ui/client.ts';
import { CoinsText } from '../../../ui/coins-text.tsx';
import { errorMessage } from '../../../ui/error-message.ts';
import { formatDateTime, formatDay, formatTime } from '../../../ui/format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { formatMoney, MoneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { formatWithUnit, groupThousands } from '../../../ui/number-format.ts';
import { type BreakdownRow, PriceBreakdown } from '../../../ui/price-breakdown.tsx';
import { formatPrice } from '../../../ui/price-format.ts';
import { ScaleBar, type ScaleLabel } from '../../../ui/scale-bar.tsx';
import { SignInRequired } from '../../../ui/sign-in-required.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FailedState } from '../../../ui/states.tsx';
import { TimelineLanes } from '../../../ui/timeline.tsx';
import { useViewer } from '../../../ui/viewer.ts';
import { isAssetSymbol } from '../../assets/assets.ts';
import { getNetworkLabel } from '../../assets/networks.ts';
import { formatAmount, minorUnitsOf } from '../../ledger/amount.ts';
import { abbreviate, keptLabel } from '../../ledger/movement.ts';
import { bankRails } from '../../ledger/payout-rail.ts';
import { MovementList } from '../../ledger/screens/movement-list.tsx';
import { cardMessages } from '../../payments/cards/customer-messages.ts';
import { CardButton } from '../../payments/cards/screens/card-button.tsx';
import { holderNameWarning } from '../../payments/payment-warnings.ts';
import { BankDetails } from '../../payments/screens/bank-details.tsx';
import { situationOf } from '../order/situation.ts';
import { isCoolingOff } from '../wallets/scam-questions.ts';
import { CancelOrder } from './order/cancel-order.tsx';
import { NoSuchOrder } from './order/no-such-order.tsx';
import { getCalendar } from './order/order-timeline.ts';
import { SavePayee } from './order/save-payee.tsx';
import {
  formatPromise,
  getCopyableMovement,
  getCurrentReason,
  orderSummary,
  type ShownOrder,
} from './order/shown-order.ts';
import { ClaimForm, StateCard } from './order/state-card.tsx';
import { percentText } from './trade/figures-text.ts';
import { PriceHolds } from './trade/price-holds.tsx';

const feeText = (text: string): string => formatDecimal(rescale(decimal(text), 2, 'half-up')).replace(/\.?0+$/, '');

const addressRow = (label: string, text: string | null): BreakdownRow[] =>
  text ? [{ label, figure: <span className="code">{abbreviate(text)}</span> }] : [];

const networkRow = ({ coins, network: id }: ShownOrder['order']): BreakdownRow => ({
  label: 'Network',
  figure: isAssetSymbol(coins.symbol) ? getNetworkLabel(coins.symbol, id) : id,
});

function allInRow({ order, cost }: ShownOrder): BreakdownRow[] {
  if (!cost.allIn || cost.allInBasisPoints === null) return [];
  const percent = percentText(cost.allInBasisPoints);
  const hint = `${percent} of what you ${order.side === 'buy' ? 'pay' : 'sell'}, compared with market rates`;
  return [{ label: 'All-in cost', figure: <MoneyText money={cost.allIn} size="plain" />, under: hint }];
}

const feeRow = ({ feePercent, fee, discount }: ShownOrder['order']): BreakdownRow => ({
  label: `Fee, ${feeText(feePercent)}%`,
  note: discount,
  figure: <MoneyText money={fee} size="plain" />,
});

function buyRows(shown: ShownOrder): BreakdownRow[] {
  const { order } = shown;
  const inJmd: BreakdownRow[] =
    order.fiat.currency === 'USD' ? [{ label: 'In J$', figure: <MoneyText money={order.gross} size="plain" /> }] : [];
  return [
    { label: 'You pay', figure: <MoneyText money={order.fiat} /> },
    ...inJmd,
    feeRow(order),
    ...(order.networkCost.minor > 0n
      ? [{ label: 'Network fee', figure: <MoneyText money={order.networkCost} size="plain" /> }]
      : []),
    ...rateRows(order),
    ...allInRow(shown),
    { label: 'You get', figure: <CoinsText coins={order.coins} />, sum: true },
    networkRow(order),
    ...addressRow('To your address', order.walletAddress),
    ...(order.destinationTag ? [{ label: 'Destination tag', figure: order.destinationTag }] : []),
  ];
}

const rateRows = (order: ShownOrder['order']): BreakdownRow[] => [
  { label: `Price of ${formatWithUnit('1', order.coins.symbol)}`, figure: `US$${formatPrice(order.priceUsd)}` },
  {
    label: 'Our rate',
    figure: `J$${groupThousands(formatDecimal(rescale(decimal(order.rate), 2, 'half-up')))} per US$`,
  },
];

function formatBankPayout({ bankWay }: ShownOrder): string {
  if (!bankWay) return '';
  const { rail, creditedBy } = bankWay;
  return creditedBy
    ? `By ${bankRails[rail].name}, in your account by ${formatDateTime(creditedBy)}`
    : bankRails[rail].words;
}

function sellRows(shown: ShownOrder): BreakdownRow[] {
  const { order } = shown;
  return [
    { label: 'You sell', figure: <CoinsText coins={order.coins} /> },
    ...rateRows(order),
    { label: 'Value at our rate', figure: <MoneyText money={order.gross} size="plain" /> },
    feeRow(order),
    ...allInRow(shown),
    { label: 'Paid to your bank', figure: <MoneyText money={order.net} />, sum: true },
    ...(order.bank
      ? [
          {
            label: order.bank.bankName,
            figure: `… ${order.bank.accountNumber.slice(-4)}`,
            under: formatBankPayout(shown),
          },
        ]
      : []),
    networkRow(order),
    ...addressRow('From your wallet', order.senderWalletAddress),
    ...addressRow('To our wallet', order.companyWallet?.address ?? null),
  ];
}

const AgreedTerms = ({ shown }: { shown: ShownOrder }) => (
  <section>
    <h2 className="ruled">What you agreed</h2>
    <PriceBreakdown rows={shown.order.side === 'buy' ? buyRows(shown) : sellRows(shown)} />
  </section>
);

const hourMs = 3_600_000;

function TimeLeft({ placedAt, lapsesAt, now }: { placedAt: Date; lapsesAt: Date; now: Date }) {
  const totalMs = lapsesAt.getTime() - placedAt.getTime();
  const passedMs = Math.min(totalMs, Math.max(0, now.getTime() - placedAt.getTime()));
  const steps = totalMs > 24 * hourMs ? 3 : 1;
  const days = steps > 1;
  const formatMark = (moment: Date) => (days ? formatDay(moment).slice(0, 3) : formatTime(moment));
  const marks: ScaleLabel[] = Array.from({ length: steps + 1 }, (_, part) => ({
    at: (100 * part) / steps,
    text: formatMark(new Date(placedAt.getTime() + (totalMs * part) / steps)),
  }));
  const unitMs = totalMs > 2 * hourMs ? hourMs : hourMs / 60;
  const left = Math.max(0, Math.ceil((totalMs - passedMs) / unitMs));
  return (
    <div className="time-left">
      <ScaleBar
        label={`${left} of ${Math.round(totalMs / unitMs)} ${unitMs === hourMs ? 'hours' : 'minutes'} left to pay`}
        total={BigInt(totalMs)}
        parts={[{ kind: 'fee', amount: BigInt(passedMs) }]}
        ticks={steps}
        labels={marks}
      />
    </div>
  );
}

function BankPayment({ shown: { order, transfer, account } }: { shown: ShownOrder }) {
  return (
    <>
      <BankDetails reference={order.transferReference} amount={transfer} account={account} />
      {order.paymentReference && (
        <p className="t-xs ink-2 under">
          This is the reference of your{' '}
          <Link className="link" to="/recurring-buys">
            recurring buy
          </Link>
          , the same each time.
        </p>
      )}
      {transfer.minor !== order.fiat.minor && (
        <p className="t-xs ink-2 under">
          Your order is {formatMoney(order.fiat)}. You only need to send whole dollars.
        </p>
      )}
      <p className="t-xs ink-2 under">{holderNameWarning}</p>
      <hr className="bleed" />
      <h3>Then upload your proof</h3>
      <ClaimForm orderId={order.id} label="Payment confirmation" button="I have sent the money" />
    </>
  );
}

/** Card payment, with a proof upload in case the provider does not report the charge. */
function CardPayment({ shown: { order } }: { shown: ShownOrder }) {
  return (
    <>
      <div className="under">
        <CardButton target={{ kind: 'order', id: order.id }} full />
      </div>
      <p className="t-xs ink-2 under">{cardMessages.name}</p>
      <hr className="bleed" />
      <h3>Already charged, but not shown here?</h3>
      <ClaimForm orderId={order.id} label="Payment confirmation" button="My card was charged" look="line" />
    </>
  );
}

function PayCard({ shown, now }: { shown: ShownOrder; now: Date }) {
  const { order, transfer } = shown;
  const reason = getCurrentReason(shown);
  const byCard = order.paymentMethod === 'card';
  return (
    <section className="sheet neat">
      <p className="turn">Waiting for you</p>
      <h2 className="move">
        {byCard ? 'Pay' : 'Send'} <MoneyText money={byCard ? order.fiat : transfer} cents="whole" />{' '}
        {byCard ? 'by card' : 'from your bank'}
      </h2>
      {order.lapsesAt && (
        <>
          <p className="ink-2 under">
            Pay before <b>{formatDateTime(order.lapsesAt)}</b>. After that the order expires and nothing is taken.
          </p>
          <TimeLeft placedAt={order.placedAt} lapsesAt={order.lapsesAt} now={now} />
        </>
      )}
      <PriceHolds until={order.priceHoldsUntil} side="buy" />
      {reason && <Notice kind="bad">{reason}</Notice>}
      {byCard ? <CardPayment shown={shown} /> : <BankPayment shown={shown} />}
    </section>
  );
}

function OrderHead({ shown }: { shown: ShownOrder }) {
  const { order } = shown;
  const promise = formatPromise(shown);
  return (
    <div className="head split">
      <div>
        <Link className="link t-xs" to="/transactions">
          All transactions
        </Link>
        <h1 className="after-link">
          {orderSummary(order)} <CoinsText coins={order.coins} />
        </h1>
        <p className="num facts">
          <span>
            Order <b>{order.reference}</b>
          </span>
          <span>Placed {formatDateTime(order.placedAt)}</span>
          <Link className="link" to={`/transactions/${order.id}/receipt`}>
            View receipt
          </Link>
        </p>
      </div>
      {promise && (
        <div className={promise.late ? 'promise late' : 'promise'}>
          <p className="t-xs ink-2">{promise.title}</p>
          <p className="t-lg b">{promise.text}</p>
        </div>
      )}
    </div>
  );
}

function OrderMovements({ shown }: { shown: ShownOrder }) {
  const { moved, balance } = shown;
  if (moved.length === 0) return null;
  const copiedMovement = getCopyableMovement(shown);
  const lines = moved.map((line) => (line === copiedMovement ? { ...line, reference: null } : line));
  const isInPart = minorUnitsOf(balance.toReturn) > 0n || minorUnitsOf(balance.returned) > 0n;
  const sumRow = {
    label: keptLabel,
    note: minorUnitsOf(balance.toReturn) > 0n && `${formatAmount(balance.toReturn)} will be refunded to you`,
    figure: <span className="money">{formatAmount(balance.kept)}</span>,
    sum: true,
  };
  return <MovementList moved={lines} sum={isInPart ? sumRow : undefined} />;
}

const CoolingOffNotice = lazyPart(() => import('./order/order-warning.tsx').then((parts) => parts.CoolingOffNotice));
const ShownWarning = lazyPart(() => import('./order/order-warning.tsx').then((parts) => parts.ShownWarning));

const ChoiceCard = lazyPart(() => import('./order/choice-card.tsx').then((parts) => parts.ChoiceCard));

function CurrentCard({ shown, now }: { shown: ShownOrder; now: Date }) {
  if (shown.choice) return <ChoiceCard shown={shown} choice={shown.choice} />;
  return situationOf(shown.order) === 'to_pay' ? <PayCard shown={shown} now={now} /> : <StateCard shown={shown} />;
}

function OrderView({ shown, now }: { shown: ShownOrder; now: Date }) {
  const { order } = shown;
  const { days, tracks } = getCalendar(shown, now);
  const cooling = shown.mayCancel && isCoolingOff(order, now) ? order.coolsUntil : null;
  const lanes = tracks.map(({ name, badge, steps }) => ({
    name,
    badge: <Badge kind={badge.kind}>{badge.text}</Badge>,
    steps,
  }));
  return (
    <div className="wrap">
      <OrderHead shown={shown} />
      <div className="order">
        {cooling ? (
          <div className="stack">
            <CoolingOffNotice until={cooling} />
            <CurrentCard shown={shown} now={now} />
          </div>
        ) : (
          <CurrentCard shown={shown} now={now} />
        )}
        <TimelineLanes label="Order status" days={days} lanes={lanes} />
        <aside className="stack order-aside">
          <AgreedTerms shown={shown} />
          {order.status !== 'cancelled' && order.status !== 'failed' && <SavePayee order={order} />}
          <OrderMovements shown={shown} />
          {shown.warned && <ShownWarning warned={shown.warned} />}
          {shown.mayCancel && <CancelOrder orderId={order.id} reference={order.reference} cooling={cooling} />}
          <div className="t-xs ink-2">
            <p>
              Something not right?{' '}
              <Link className="link" to={`/help/new?about=order:${order.id}`}>
                Get help with this order
              </Link>
              .
            </p>
            <p className="under">
              We'll never ask for your password, your recovery phrase or a code from your phone. We'll never change our
              bank account by message.
            </p>
          </div>
        </aside>
      </div>
    </div>
  );
}

export const meta = () => [{ title: 'Your order - Cryptocommerce' }, { name: 'robots', content: 'noindex' }];

const everyMinute = 60_000;

function OneOrder({ orderId }: { orderId: string }) {
  const query = useQuery({ ...api.trading.show.queryOptions({ input: { orderId } }), refetchInterval: everyMinute });
  if (query.data) return <OrderView shown={query.data} now={new Date(query.dataUpdatedAt)} />;
  if (query.isPending)
    return (
      <div className="wrap head">
        <Skeleton label="Loading your order" lines={[46, 30, 100, 100, 92]} />
      </div>
    );
  const { code } = errorMessage(query.error);
  if (code === 'accounts.sign_in_required') return <SignInRequired />;
  const status = (query.error as { status?: number }).status;
  if (status === 404 || status === 400) return <NoSuchOrder />;
  return (
    <div className="wrap head">
      <h1>Your order</h1>
      <FailedState text="We couldn't load your order." error={query.error} onRetry={() => query.refetch()} />
    </div>
  );
}

export default function OrderScreen() {
  const { orderId = '' } = useParams();
  return useViewer().session === 'in' ? <OneOrder key={orderId} orderId={orderId} /> : <SignInRequired />;
}

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { jmd, usd } from '../../../../kernel/money.ts';
import { StatusBadge } from '../../../../ui/badge.tsx';
import { api } from '../../../../ui/client.ts';
import { CoinsText } from '../../../../ui/coins-text.tsx';
import { formatDateTime } from '../../../../ui/format.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { MoneyText } from '../../../../ui/money-text.tsx';
import { PriceBreakdown } from '../../../../ui/price-breakdown.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { FailedState } from '../../../../ui/states.tsx';
import { Tabs } from '../../../../ui/tabs.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCardPage } from '../../../payments/cards/screens/use-card-page.ts';
import { PriceChart, PricePanel } from '../../../prices/screens/price-panel.tsx';
import { payMessages, tradingNotices } from '../../customer-messages.ts';
import { formatStage } from '../history/order-item.tsx';
import { BuyCard } from './buy-card.tsx';
import { LimitBanner } from './limit-banner.tsx';
import type { Paying } from './paying-dialogs.tsx';
import { findUnpaid, isByCard, PendingPayment } from './pending-payment.tsx';
import type { ListedOrder } from './shapes.ts';
import { useBuy } from './use-buy.ts';
import type { Sell } from './use-sell.ts';

const SellCard = lazyPart(
  () => import('./sell-card.tsx').then((parts) => parts.SellCard),
  <Skeleton label="Loading the sell form" lines={[90, 70, 84, 70, 90, 84]} />,
);

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
export function TradePage() {
  const [tab, openTab] = useTab();
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
  const unsavedSale = useRef<Sell | null>(null);
  const [saleCoin, setSaleCoin] = useState('');
  const [side, setSide] = useState<Element | null>(null);
  useRedirectWhenPaid(paying?.at === 'card' ? paying.orderId : null, recent);
  const unpaid = findUnpaid(recent, serverNow());
  const symbol = (tab === 'buy' ? buying.values.symbol : saleCoin) || 'BTC';
  const sellCard = { limits: limits.data, recent, unsaved: unsavedSale, onCoin: setSaleCoin, side };
  return (
    <>
      <LimitBanner />
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
              { key: 'sell', name: 'Sell', panel: <SellCard {...sellCard} /> },
            ]}
          />
          <div className="under">
            <Link className="link" to="/recurring-buys">
              Recurring buys
            </Link>
          </div>
        </section>
        <div className="stack side">
          <div ref={setSide} />
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

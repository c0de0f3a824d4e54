import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { api } from '../../../../ui/client.ts';
import { lazyPart } from '../../../../ui/lazy-part.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { Tabs } from '../../../../ui/tabs.tsx';
import { toastSuccess } from '../../../../ui/toast.ts';
import { useCardPage } from '../../../cards/screens/use-card-page.ts';
import { PriceChart } from '../../../prices/screens/price-chart.tsx';
import { PricePanel } from '../../../prices/screens/price-panel.tsx';
import { payMessages } from '../../customer-messages.ts';
import { AccountBalance } from './account-balance.tsx';
import { BuyCard } from './buy-card.tsx';
import { LimitBanner } from './limit-banner.tsx';
import type { Paying } from './paying-dialogs.tsx';
import {
  findUnpaid,
  isByCard,
  PendingPayment,
  PendingPlaceholder,
  readExpectedUnpaid,
  type UnpaidBy,
} from './pending-payment.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { SellBreakdown } from './sell-breakdown.tsx';
import { SellCard } from './sell-card.tsx';
import type { ListedOrder } from './shapes.ts';
import { useBuy } from './use-buy.ts';
import { useSell } from './use-sell.ts';

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
  const [placedOrderId, setPlacedHere] = useState<string | null>(null);
  const list = useQuery(api.trading.list.queryOptions({ input: { limit: recentLimit } }));
  const limits = useQuery(api.trading.limits.queryOptions());
  const card = useCardPage(({ id }) => setPaying({ orderId: id, at: 'card' }));
  const toCard = (id: string) => card.open({ kind: 'order', id });
  const recent = list.data?.orders ?? [];
  const buying = useBuy(recent, ({ orderId, paymentMethod }) => {
    setPlacedHere(orderId);
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

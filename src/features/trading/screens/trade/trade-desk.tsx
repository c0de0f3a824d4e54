import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../../../ui/client.ts';
import { later } from '../../../../ui/later.tsx';
import { serverNow } from '../../../../ui/server-clock.ts';
import { Tabs } from '../../../../ui/tabs.tsx';
import { useCardPage } from '../../../cards/screens/use-card-page.ts';
import { PriceChart } from '../../../prices/screens/price-chart.tsx';
import { PricePanel } from '../../../prices/screens/price-panel.tsx';
import { AccountBalance } from './account-balance.tsx';
import { BuyCard } from './buy-card.tsx';
import { LimitBanner } from './limit-banner.tsx';
import type { Paying } from './paying-dialogs.tsx';
import { byCard, PendingPayment, unpaidOf } from './pending-payment.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { SellCard } from './sell-card.tsx';
import { SellSlip } from './sell-slip.tsx';
import { useArrived } from './use-arrived.ts';
import { useBuy } from './use-buy.ts';
import { useSell } from './use-sell.ts';

/** Come with the first order that is to be paid. */
const PayingDialogs = later(() => import('./paying-dialogs.tsx').then((parts) => parts.PayingDialogs));

/** Enough to show five and to find an unpaid one. */
const looksBack = 10;

function useTab(): ['buy' | 'sell', (key: string) => void] {
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'sell' ? 'sell' : 'buy';
  const open = (key: string) =>
    setSearch(key === 'sell' ? { tab: 'sell' } : {}, { replace: true, preventScrollReset: true });
  return [tab, open];
}

/**
 * The trading page for somebody who is signed in: monthly limit, tabs Buy and Sell, prices, recent transactions,
 * account balance [001 §2 Trading page]; paid by bank or card to an address they type in, or coins sent for J$ to a
 * bank account [000 §1].
 */
export function TradeDesk() {
  const [tab, openTab] = useTab();
  const [paying, setPaying] = useState<Paying | null>();
  const [placedHere, setPlacedHere] = useState<string | null>(null);
  const list = useQuery(api.trading.list.queryOptions({ input: { limit: looksBack } }));
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
  const paused = limits.data?.paused ?? [];
  useArrived(paying?.at === 'card' ? paying.orderId : null, recent);
  const unpaid = unpaidOf(recent, serverNow());
  const { shown: sold, pricing } = selling.offer;
  const sale = tab === 'sell' && selling.values.step > 1 && (sold !== null || pricing);
  const symbol = (tab === 'buy' ? buying.values.symbol : selling.values.symbol) || 'BTC';
  return (
    <>
      <LimitBanner />
      {unpaid && (
        <PendingPayment
          order={unpaid}
          fresh={unpaid.id === placedHere}
          busy={card.opening}
          onPay={() => (byCard(unpaid) ? toCard(unpaid.id) : setPaying({ orderId: unpaid.id, at: 'account' }))}
          onProof={() => setPaying({ orderId: unpaid.id, at: byCard(unpaid) ? 'card' : 'proof' })}
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
              { key: 'sell', name: 'Sell', panel: <SellCard selling={selling} paused={paused} recent={recent} /> },
            ]}
          />
        </section>
        <div className="stack side">
          {sale && (
            <div className="stack">
              <div className="promise">
                <p className="t-xs ink-2">Once your coins have arrived</p>
                <p className="t-lg">Paid to your bank in 1-3 business days</p>
              </div>
              <SellSlip quote={sold} />
            </div>
          )}
          <PriceChart symbol={symbol} />
          <RecentTransactions list={list} />
          <PricePanel />
          <AccountBalance />
        </div>
      </div>
      {paying !== undefined && (
        <PayingDialogs paying={paying} onPaying={setPaying} onCard={toCard} cardPage={card.blocked} />
      )}
    </>
  );
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { ScreenHead } from '../../../ui/screen-head.tsx';
import earlyForm from './early-form.ts?script';
import { findUnpaid, isByCard, type UnpaidBy } from './trade/pending-payment.tsx';
import type { ListedOrder } from './trade/shapes.ts';
import { TradePage } from './trade/trade-page.tsx';

export { earlyForm };

function prerender(unpaidBy?: UnpaidBy): string {
  const html = renderToStaticMarkup(
    <StaticRouter location="/trading">
      <QueryClientProvider client={new QueryClient()}>
        <div className="wrap if-script">
          <ScreenHead title="Buy and sell" />
          <TradePage {...(unpaidBy && { unpaidBy })} />
        </div>
      </QueryClientProvider>
    </StaticRouter>,
  );
  // Browsers must not refill the form after a reload. The button is disabled, because only React can submit.
  return html
    .replace('<form ', '<form autocomplete="off" ')
    .replace('<button type="submit"', '<button type="submit" aria-disabled="true"');
}

const prerendered = { none: prerender(), bank: prerender('bank'), card: prerender('card') };

export function tradingDesk(orders: readonly ListedOrder[], now: Date): string {
  const unpaid = findUnpaid(orders, now);
  if (!unpaid) return prerendered.none;
  return isByCard(unpaid) ? prerendered.card : prerendered.bank;
}

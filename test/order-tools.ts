import { randomUUID } from 'node:crypto';
import { sellFields } from './orders.ts';
import type { TestServer } from './worker.ts';

/** Parts of placing an order that a test repeats one by one: the quote, the sell and the uploaded proof. */
export function createOrderTools({ app, call }: Pick<TestServer, 'app' | 'call'>) {
  const loadQuote = async (cookie: string, side: 'Buy' | 'Sell' = 'Buy') => {
    const input =
      side === 'Buy'
        ? { symbol: 'BTC', currency: 'JMD', amount: '3000', network: 'bitcoin' }
        : { symbol: 'BTC', amount: '0.0005' };
    return (await call<{ id: string; expiresAt: string }>(`trading/quote${side}`, input, cookie)).body;
  };
  const placeSell = (cookie: string, { holder, ...more }: { holder: string; quoteId: string; proofFile: string }) =>
    call<{ code?: string; orderId: string }>(
      'trading/placeSellOrder',
      {
        key: randomUUID(),
        sourceOfFunds: null,
        sourceOfFundsFile: null,
        custody: 'self',
        another: true,
        ...sellFields(holder),
        ...more,
      },
      cookie,
    );

  const uploadAs = async (cookie: string, payload: Buffer, purpose = 'transaction-proof') =>
    (
      await app.inject({
        method: 'PUT',
        url: `/api/files?purpose=${purpose}`,
        headers: { cookie, 'content-type': 'application/octet-stream', 'x-file-name': 'slip.png' },
        payload,
      })
    ).json<{ id: string }>().id;
  return { loadQuote, placeSell, uploadAs };
}

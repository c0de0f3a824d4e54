import { describe, expect, test } from 'vitest';
import { jmd } from '../../../kernel/money.ts';
import type { OrderCommand, Side } from '../order/order.ts';
import type { Order } from '../order/order-row.ts';
import { orderLetter } from './letters.ts';

const to = { to: { email: 'ina@demo.test', name: 'Ina Brown' }, origin: 'https://example.test' };
const orderOf = (side: Side) =>
  ({
    id: '019a-1',
    reference: 'K7M4-9QX',
    side,
    coins: { symbol: 'BTC', base: 88_794n, decimals: 8 },
    fiat: jmd(2_000_000n),
    net: jmd(1_840_000n),
    movements: [],
  }) as unknown as Order;
const textOf = (event: OrderCommand, side: Side = 'buy', reason: string | null = null) =>
  orderLetter(orderOf(side), { event, reason }, to)?.text ?? '';

describe('the letters about an order', () => {
  test.each(['receive', 'complete', 'rejectClaim'] as const)('%s: says what is paid and what comes', (event) => {
    expect(textOf(event)).toMatch(/You pay: J\$20,000\.00\nYou receive: 0\.00088794\sBTC/);
    expect(textOf(event, 'sell')).toMatch(/You sell: 0\.00088794\sBTC\nYou get: J\$18,400\.00/);
  });

  test.each(['attachLate', 'fail', 'cancel', 'lapse', 'returnMoney'] as const)(
    '%s: names the amount and the coins, and promises neither',
    (event) => {
      for (const side of ['buy', 'sell'] as const) {
        expect(textOf(event, side)).toMatch(/Amount: J\$20,000\.00\nCoins: 0\.00088794\sBTC/);
        expect(textOf(event, side)).not.toMatch(/You receive|You get/);
      }
    },
  );

  test('the last of a day says that it is, and where to read on', () => {
    const last = orderLetter(orderOf('buy'), { event: 'complete', reason: null, last: true }, to)?.text;
    expect(last).toContain('This is the last letter about your orders today.');
    expect(textOf('complete')).not.toContain('last letter');
  });

  test('a step that needs a reason gives the customer its words', () => {
    expect(textOf('cancel', 'buy', 'You asked us to cancel this order.')).toContain(
      'You asked us to cancel this order.',
    );
  });

  test('nobody is written to about a hold, its end or an approval', () => {
    for (const event of ['hold', 'release', 'approvePayout'] as const)
      expect(orderLetter(orderOf('buy'), { event, reason: null }, to)).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import { jmd } from '../../../kernel/money.ts';
import type { OrderCommand, Side } from '../order/order.ts';
import type { Order } from '../order/order-row.ts';
import { buildOrderEmail } from './letters.ts';

const recipient = { to: { email: 'ina@demo.test', name: 'Ina Brown' }, origin: 'https://example.test' };
const buildOrder = (side: Side) =>
  ({
    id: '019a-1',
    reference: 'K7M4-9QX',
    side,
    coins: { symbol: 'BTC', base: 88_794n, decimals: 8 },
    fiat: jmd(2_000_000n),
    net: jmd(1_840_000n),
    movements: [],
  }) as unknown as Order;
const formatText = (event: OrderCommand, side: Side = 'buy', reason: string | null = null) =>
  buildOrderEmail(buildOrder(side), { event, reason }, recipient)?.text ?? '';

const account = { bank: 'Demo Bank', accountName: 'C', accountType: 'Savings', number: '0012', branch: 'Kingston' };
const emailPlaced = (change: object, side: Side = 'buy') => {
  const state = { status: 'pending', payIn: side === 'buy' ? 'awaiting' : 'claimed' };
  const lapsesAt = new Date('2026-11-27T15:00:00Z');
  const order = { ...buildOrder(side), state, lapsesAt, paymentMethod: 'bank_transfer', ...change } as Order;
  const doneBy = new Date('2026-11-30T20:00:00Z');
  return buildOrderEmail(order, { event: 'placed', reason: null, account, doneBy }, recipient);
};

describe('the email about a new order', () => {
  test('by transfer: amount, account, reference and deadline', () => {
    const text = emailPlaced({})?.text;
    expect(text).toContain('Send the amount below by Fri 27 Nov, 10:00 am, and write the reference K7M4-9QX');
    expect(text).toMatch(/Amount to send: J\$20,000\.00\nReference: K7M4-9QX\nBank: Demo Bank\n/);
    expect(text).toContain('Account number: 0012');
    expect(text).not.toContain('warning');
  });

  test('by card: deadline without an account', () => {
    const text = emailPlaced({ paymentMethod: 'card' })?.text;
    expect(text).toContain('Pay by card on the order page by Fri 27 Nov, 10:00 am.');
    expect(text).not.toContain('0012');
  });

  test.each(['buy', 'sell'] as const)('with its proof, %s: amount and promised date', (side) => {
    const text = emailPlaced({ state: { status: 'pending', payIn: 'claimed' } }, side)?.text;
    expect(text).toContain(`we're checking for your ${side === 'buy' ? 'payment' : 'coins'}.`);
    expect(text).toMatch(/You'll get your (J\$18,400\.00|0\.00088794\sBTC) by Mon 30 Nov, 3:00 pm\./);
    expect(text).not.toContain('0012');
  });

  test('to a wallet with a warning: mentions the warning', () => {
    expect(emailPlaced({ coolsUntil: new Date() })?.text).toContain("There's a warning about this order's wallet.");
  });

  test.each([
    ['cancelled', 'awaiting'],
    ['pending', 'received'],
  ])('is not sent once the order is %s with its money %s', (status, payIn) => {
    expect(emailPlaced({ state: { status, payIn } })).toBeNull();
  });
});

describe('emails about an order', () => {
  test.each(['receive', 'complete', 'rejectClaim'] as const)('%s: states what is paid and received', (event) => {
    expect(formatText(event)).toMatch(/You pay: J\$20,000\.00\nYou receive: 0\.00088794\sBTC/);
    expect(formatText(event, 'sell')).toMatch(/You sell: 0\.00088794\sBTC\nYou get: J\$18,400\.00/);
  });

  test.each(['attachLate', 'fail', 'cancel', 'cancelOwn', 'callOff', 'lapse', 'returnMoney'] as const)(
    '%s: states amount and coins without promising either',
    (event) => {
      for (const side of ['buy', 'sell'] as const) {
        expect(formatText(event, side)).toMatch(/Amount: J\$20,000\.00\nCoins: 0\.00088794\sBTC/);
        expect(formatText(event, side)).not.toMatch(/You receive|You get/);
      }
    },
  );

  test('the last email of a day says so and links to the orders page', () => {
    const last = buildOrderEmail(buildOrder('buy'), { event: 'complete', reason: null, last: true }, recipient)?.text;
    expect(last).toContain('This is our last email about your orders today.');
    expect(formatText('complete')).not.toContain('last email');
  });

  test('an event with a reason includes its text', () => {
    expect(formatText('cancel', 'buy', 'You asked us to cancel this order.')).toContain(
      'You asked us to cancel this order.',
    );
  });

  test('a hold, its release and an approval send no email', () => {
    for (const event of ['hold', 'release', 'approvePayout'] as const)
      expect(buildOrderEmail(buildOrder('buy'), { event, reason: null }, recipient)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { jmd, usd } from '../../../kernel/money.ts';
import { type Movement, noParty } from '../../ledger/movement.ts';
import { receiptPdf } from '../../receipts/receipt-pdf.ts';
import { receiptPdfInWorker } from '../../receipts/receipt-worker.ts';
import type { Order } from '../order/order-row.ts';
import { buildReceipt, getUsdAtExecution } from './receipt-lines.ts';

const placedAt = new Date('2026-11-20T15:14:00Z');
const now = new Date('2026-11-24T22:00:00Z');

const addMovement = (line: Partial<Movement>): Movement => ({
  id: line.direction ?? '',
  direction: 'in',
  extra: false,
  ofId: null,
  fromId: null,
  amount: jmd(1n),
  rail: 'bank',
  reference: null,
  party: { ...noParty, bank: 'Demo Bank', account: '404512345', holder: 'Tariq Campbell' },
  movedAt: now,
  dayOnly: true,
  recordedAt: now,
  proposalId: null,
  ...line,
});

const buyOrder: Order = {
  id: '01a1fb6d-5372-7f1a-a658-c8c6c5f12f2a',
  reference: 'K7M4-9QX',
  paymentReference: null,
  transferReference: 'K7M4-9QX',
  side: 'buy',
  status: 'completed',
  payIn: 'received',
  paymentMethod: 'bank_transfer',
  lapsed: false,
  coins: { symbol: 'BTC', base: 1_037_139n, decimals: 8 },
  fiat: jmd(18_000_000n),
  gross: jmd(18_000_000n),
  net: jmd(16_560_000n),
  placedAt,
  userId: '01a1fb6d-0000-7f1a-a658-c8c6c5f12f2a',
  state: { status: 'completed', payIn: 'received', payOut: 'sent', held: false, lapsed: false },
  holdReason: null,
  feePercent: '8.00',
  discount: null,
  fee: jmd(1_440_000n),
  networkCost: jmd(0n),
  priceHoldsUntil: null,
  chooseUntil: null,
  priceUsd: '91240.000000',
  rate: '175',
  marketRate: '160.50',
  network: 'bitcoin',
  walletAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  destinationTag: null,
  senderWalletAddress: null,
  senderWalletType: null,
  companyWallet: null,
  bank: null,
  sourceOfFunds: null,
  purpose: null,
  sourceOfFundsFile: null,
  proofFile: null,
  movements: [
    addMovement({ direction: 'in', amount: jmd(18_000_000n), reference: 'NCB 8841' }),
    addMovement({
      direction: 'out',
      amount: { symbol: 'BTC', base: 1_037_139n, decimals: 8 },
      rail: 'bitcoin',
      reference: 'ab12',
    }),
  ],
  extras: 0,
  receipt: { price_source: 'Kraken', price_observed_at: '2026-11-20T15:10:00Z', demo: false, risk_score: 90 },
  lapsesAt: new Date('2026-11-23T15:14:00Z'),
  claimedAt: new Date('2026-11-20T16:00:00Z'),
  receivedAt: new Date('2026-11-23T15:00:00Z'),
  closedAt: now,
  coolsUntil: null,
};

const sellOrder: Order = {
  ...buyOrder,
  side: 'sell',
  fiat: jmd(13_000_000n),
  companyWallet: { address: 'rrrrrrrrrrrrrrrrrrrrBZbvji', tag: '1000001' },
  senderWalletAddress: 'rSender',
  senderWalletType: 'hardware_wallet',
  walletAddress: null,
  bank: { bankName: 'Demo Bank', accountNumber: '404512345', accountHolderName: 'T Campbell', routingNumber: '' },
};

const parties = {
  customer: { name: 'Tariq Campbell', email: 'tier1@demo.test' },
  company: { name: 'Cryptocommerce', supportEmail: 'support@example.com', phone: '+1 876 555 0100' },
};

const getLines = (order: Order) =>
  new Map(
    buildReceipt(order, parties, now).parts.flatMap(({ lines }) => lines.map(({ label, value }) => [label, value])),
  );

const buildStopped = (payIn: 'awaiting' | 'received', lapsed = false): Order => ({
  ...buyOrder,
  status: 'cancelled',
  payIn,
  state: { status: 'cancelled', payIn, payOut: 'none', held: true, lapsed },
});

describe('the receipt of a buy', () => {
  const lines = getLines(buyOrder);

  it('has the documented fields, with J$ and US$ distinguished', () => {
    expect(lines.get('Amount paid')).toBe('J$180,000.00');
    expect(lines.get('In US$ at this rate')).toBe('US$1,028.57');
    expect(lines.get('Fee, 8.00%')).toBe('J$14,400.00');
    expect(lines.get('Converted to coins')).toBe('J$165,600.00');
    expect(lines.get('Currency')).toBe('Jamaican dollars (JMD)');
    expect(lines.get('Price used')).toBe('US$91,240.00 per BTC');
    expect(lines.get('Rate used')).toBe('J$175.00 per US$1');
    expect(lines.get('Coins bought')).toBe('0.01037139\u00a0BTC');
    expect(lines.get('Network')).toBe('Bitcoin Network (BTC)');
    expect(lines.get('Your wallet')).toBe(buyOrder.walletAddress);
  });

  it('names both parties and dates in Jamaica time', () => {
    expect(buildReceipt(buyOrder, parties, now).parties.map(({ lines: [first] }) => first?.value)).toEqual([
      'Tariq Campbell',
      'Cryptocommerce',
    ]);
    expect(lines.get('Placed')).toBe('Fri 20 Nov 2026, 10:14 am');
    expect(lines.get('Price from')).toBe('Kraken, Fri 20 Nov 2026, 10:10 am');
  });

  it('marks our own price as set by the company', () => {
    const own = getLines({ ...buyOrder, receipt: { ...buyOrder.receipt, price_source: 'company' } });
    expect(own.get('Price from')).toBe('set by the company, Fri 20 Nov 2026, 10:10 am');
  });

  it('states the all-in cost of the quote', () => {
    expect(lines.get('All-in cost, compared with the market rate')).toBe('J$28,121.14');
  });

  it('a US$ payment shows the amount paid and its J$ value', () => {
    const movements = [addMovement({ amount: usd(102_857n) })];
    const paid = getLines({ ...buyOrder, fiat: usd(102_857n), movements });
    expect(paid.get('Amount paid')).toBe('US$1,028.57');
    expect(paid.get('In J$ at this rate')).toBe('J$180,000.00');
    expect(getUsdAtExecution({ ...buyOrder, fiat: usd(102_857n) })).toEqual(usd(102_857n));
  });

  it('never mentions risk, screening or a hold', () => {
    const held = { ...buyOrder, state: { ...buyOrder.state, held: true }, holdReason: 'wallet_flagged' };
    expect(JSON.stringify(buildReceipt(held, parties, now))).not.toMatch(/risk|screen|held|hold|flag/i);
    expect(buildReceipt(held, parties, now)).toEqual(buildReceipt(buyOrder, parties, now));
  });
});

describe('the receipt of a sell', () => {
  it('has the network, our wallet with its memo, and the bank', () => {
    const lines = getLines(sellOrder);
    expect(lines.get('Wallet type')).toBe('Hardware wallet');
    expect(lines.get('Our wallet')).toBe('rrrrrrrrrrrrrrrrrrrrBZbvji');
    expect(lines.get('Memo or tag')).toBe('1000001');
    expect(lines.get('Account number')).toBe('404512345');
    expect(lines.get('Account holder')).toBe('T Campbell');
    expect(lines.has('Branch or routing number')).toBe(false);
    expect(lines.get('Paid out to you')).toBe('J$165,600.00');
  });
});

describe('the receipt of an order that ended early', () => {
  it('says that nothing was taken when no payment arrived', () => {
    expect(buildReceipt(buildStopped('awaiting', true), parties, now).notes).toContain(
      'Nothing was taken for this order.',
    );
    expect(getLines(buildStopped('awaiting', true)).get('Status')).toBe('Cancelled: expired unpaid');
  });

  it('does not say so after a payment arrived', () => {
    const { notes } = buildReceipt(buildStopped('received'), parties, now);
    expect(notes).not.toContain('Nothing was taken for this order.');
    expect(notes[0]).toContain("isn't completed");
  });
});

describe('payments on a receipt', () => {
  const unpaid = getLines({ ...buildStopped('awaiting'), movements: [] });
  const cents = { ...buildStopped('received'), fiat: jmd(200_099n), gross: jmd(200_099n) };
  const [came] = [addMovement({ direction: 'in', id: 'came', amount: jmd(200_000n), reference: 'NCB 8841' })];
  const back = addMovement({ direction: 'back', id: 'back', ofId: 'came', amount: jmd(200_000n), reference: 'BACK 1' });
  const returned: Order = {
    ...cents,
    state: { ...cents.state, payIn: 'returned' },
    movements: [came, back].filter((line) => line !== undefined),
  };

  it('without a payment nothing counts as paid or bought (A3)', () => {
    expect(JSON.stringify([...unpaid])).not.toMatch(/Amount paid|Coins bought|Paid out/);
    expect(unpaid.get('Received')).toBe('Nothing');
  });

  it('the received amount is refunded, not the ordered one (E6)', () => {
    const lines = getLines(returned);
    expect(lines.get('Amount due')).toBe('J$2,000.99');
    expect(lines.get('Received')).toBe('J$2,000.00, Tue 24 Nov 2026, from Demo Bank, … 2345, under NCB 8841');
    expect(lines.get('Refunded')).toBe('J$2,000.00, Tue 24 Nov 2026, to Demo Bank, … 2345, under BACK 1');
    expect(lines.get('Received less refunds')).toBe('J$0.00');
  });

  it('the reference of a refund is not shown as a transaction hash', () => {
    expect(getLines(returned).has('Transaction hash')).toBe(false);
  });

  it('a full account number never appears', () => {
    expect(JSON.stringify(buildReceipt(returned, parties, now))).not.toContain('404512345');
  });
});

describe('the receipt PDF', () => {
  const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

  it('is one page of A4', async () => {
    const pdf = await receiptPdf(buildReceipt(buyOrder, parties, now), now);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]');
    expect(countPages(pdf)).toBe(1);
  });

  it('is byte-identical when generated in a worker', async () => {
    const receipt = buildReceipt(buyOrder, parties, now);
    const fromWorker = await receiptPdfInWorker(['network', 'connection', 'account'], { receipt, now });
    expect(fromWorker.equals(await receiptPdf(receipt, now))).toBe(true);
  });

  it('stays on one page with the longest allowed names, addresses and banks', async () => {
    const long: Order = {
      ...sellOrder,
      senderWalletAddress: 'X'.repeat(110),
      movements: ['in', 'out', 'back'].map((direction) =>
        addMovement({ direction: direction as 'in', amount: jmd(1n), reference: '7'.repeat(90) }),
      ),
      bank: {
        bankName: 'Bank '.repeat(16),
        accountNumber: '12345678901234567890',
        accountHolderName: 'Ñandú '.repeat(20),
        routingNumber: 'Branch '.repeat(11),
      },
    };
    const customer = { name: 'Zoë Şükrü 李 '.repeat(8), email: `${'a'.repeat(60)}@example.com` };
    expect(countPages(await receiptPdf(buildReceipt(long, { ...parties, customer }, now), now))).toBe(1);
  });
});

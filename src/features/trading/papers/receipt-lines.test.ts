import { describe, expect, it } from 'vitest';
import { jmd, usd } from '../../../kernel/money.ts';
import { type Movement, noParty } from '../../movements/movement.ts';
import { receiptPdfApart } from '../../receipts/receipt-apart.ts';
import { receiptPdf } from '../../receipts/receipt-pdf.ts';
import type { Order } from '../order/order-row.ts';
import { receiptFor, usdAtExecution } from './receipt-lines.ts';

const placedAt = new Date('2026-11-20T15:14:00Z');
const now = new Date('2026-11-24T22:00:00Z');

const moved = (line: Partial<Movement>): Movement => ({
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

const purchase: Order = {
  id: '01a1fb6d-5372-7f1a-a658-c8c6c5f12f2a',
  reference: 'K7M4-9QX',
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
    moved({ direction: 'in', amount: jmd(18_000_000n), reference: 'NCB 8841' }),
    moved({
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

const sale: Order = {
  ...purchase,
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

const linesOf = (order: Order) =>
  new Map(
    receiptFor(order, parties, now).parts.flatMap(({ lines }) => lines.map(({ label, value }) => [label, value])),
  );

const stopped = (payIn: 'awaiting' | 'received', lapsed = false): Order => ({
  ...purchase,
  status: 'cancelled',
  payIn,
  state: { status: 'cancelled', payIn, payOut: 'none', held: true, lapsed },
});

describe('the receipt of a purchase', () => {
  const lines = linesOf(purchase);

  it('carries the documented fields, J$ and US$ told apart', () => {
    expect(lines.get('Amount paid')).toBe('J$180,000.00');
    expect(lines.get('In US$ at this rate')).toBe('US$1,028.57');
    expect(lines.get('Fee, 8.00%')).toBe('J$14,400.00');
    expect(lines.get('Changed into coins')).toBe('J$165,600.00');
    expect(lines.get('Currency')).toBe('Jamaican dollars (JMD)');
    expect(lines.get('Price used')).toBe('US$91,240.00 per BTC');
    expect(lines.get('Rate used')).toBe('J$175.00 per US$1');
    expect(lines.get('Coins bought')).toBe('0.01037139\u00a0BTC');
    expect(lines.get('Network')).toBe('Bitcoin Network (BTC)');
    expect(lines.get('Your wallet')).toBe(purchase.walletAddress);
  });

  it('names both parties and dates in Jamaican time', () => {
    expect(receiptFor(purchase, parties, now).parties.map(({ lines: [first] }) => first?.value)).toEqual([
      'Tariq Campbell',
      'Cryptocommerce',
    ]);
    expect(lines.get('Placed')).toBe('Fri 20 Nov 2026, 10:14 am');
    expect(lines.get('Price from')).toBe('Kraken, Fri 20 Nov 2026, 10:10 am');
  });

  it('says of a price of our own that the company set it', () => {
    const own = linesOf({ ...purchase, receipt: { ...purchase.receipt, price_source: 'company' } });
    expect(own.get('Price from')).toBe('set by the company, Fri 20 Nov 2026, 10:10 am');
  });

  it('says what the order costs all in, as the quote did', () => {
    // 165,600 changed at 160.50 instead of 175 would have been worth 13,721.14 more; with the fee 28,121.14.
    expect(lines.get('Cost all in, against the market rate')).toBe('J$28,121.14');
  });

  it('a US$ payment shows what was paid, and its J$ beside it', () => {
    const movements = [moved({ amount: usd(102_857n) })];
    const paid = linesOf({ ...purchase, fiat: usd(102_857n), movements });
    expect(paid.get('Amount paid')).toBe('US$1,028.57');
    expect(paid.get('In J$ at this rate')).toBe('J$180,000.00');
    expect(usdAtExecution({ ...purchase, fiat: usd(102_857n) })).toEqual(usd(102_857n));
  });

  it('never tells of risk, screening or a hold', () => {
    const held = { ...purchase, state: { ...purchase.state, held: true }, holdReason: 'wallet_flagged' };
    expect(JSON.stringify(receiptFor(held, parties, now))).not.toMatch(/risk|screen|held|hold|flag/i);
    expect(receiptFor(held, parties, now)).toEqual(receiptFor(purchase, parties, now));
  });
});

describe('the receipt of a sale', () => {
  it('carries network, company wallet with memo, and the bank', () => {
    const lines = linesOf(sale);
    expect(lines.get('Kind of wallet')).toBe('Hardware wallet');
    expect(lines.get('Our wallet')).toBe('rrrrrrrrrrrrrrrrrrrrBZbvji');
    expect(lines.get('Memo or tag')).toBe('1000001');
    expect(lines.get('Account number')).toBe('404512345');
    expect(lines.get('Account holder')).toBe('T Campbell');
    expect(lines.has('Branch or routing number')).toBe(false);
    expect(lines.get('Paid out to you')).toBe('J$165,600.00');
  });
});

describe('the receipt of an order that ended early', () => {
  it('says that nothing was taken when nothing came in', () => {
    expect(receiptFor(stopped('awaiting', true), parties, now).notes).toContain('Nothing was taken for this order.');
    expect(linesOf(stopped('awaiting', true)).get('Status')).toBe('Cancelled: it lapsed unpaid');
  });

  it('does not say so when money is with us', () => {
    const { notes } = receiptFor(stopped('received'), parties, now);
    expect(notes).not.toContain('Nothing was taken for this order.');
    expect(notes[0]).toContain('not completed');
  });
});

describe('what a receipt says of money', () => {
  const unpaid = linesOf({ ...stopped('awaiting'), movements: [] });
  const cents = { ...stopped('received'), fiat: jmd(200_099n), gross: jmd(200_099n) };
  const [came] = [moved({ direction: 'in', id: 'came', amount: jmd(200_000n), reference: 'NCB 8841' })];
  const back = moved({ direction: 'back', id: 'back', ofId: 'came', amount: jmd(200_000n), reference: 'BACK 1' });
  const returned: Order = {
    ...cents,
    state: { ...cents.state, payIn: 'returned' },
    movements: [came, back].filter((line) => line !== undefined),
  };

  it('nothing was paid or bought where nothing came in (A3)', () => {
    expect(JSON.stringify([...unpaid])).not.toMatch(/Amount paid|Coins bought|Paid out/);
    expect(unpaid.get('Received')).toBe('Nothing');
  });

  it('what came in goes back, and not what was asked (E6)', () => {
    const lines = linesOf(returned);
    expect(lines.get('Asked for')).toBe('J$2,000.99');
    expect(lines.get('Received')).toBe('J$2,000.00, Tue 24 Nov 2026, from Demo Bank, … 2345, under NCB 8841');
    expect(lines.get('Sent back')).toBe('J$2,000.00, Tue 24 Nov 2026, to Demo Bank, … 2345, under BACK 1');
    expect(lines.get('Received and not sent back')).toBe('J$0.00');
  });

  it('the reference of a return is no transaction hash', () => {
    expect(linesOf(returned).has('Transaction hash')).toBe(false);
  });

  it('an account is not told to whom the receipt is handed on', () => {
    expect(JSON.stringify(receiptFor(returned, parties, now))).not.toContain('404512345');
  });
});

describe('the receipt as a PDF', () => {
  const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

  it('is one page of A4', async () => {
    const pdf = await receiptPdf(receiptFor(purchase, parties, now), now);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]');
    expect(pagesOf(pdf)).toBe(1);
  });

  it('is the same to the byte where customers get it, which is drawn apart', async () => {
    const receipt = receiptFor(purchase, parties, now);
    const apart = await receiptPdfApart(['network', 'connection', 'account'], { receipt, now });
    expect(apart.equals(await receiptPdf(receipt, now))).toBe(true);
  });

  it('stays on one page with the longest names, addresses and banks that the forms let in', async () => {
    const long: Order = {
      ...sale,
      senderWalletAddress: 'X'.repeat(110),
      movements: ['in', 'out', 'back'].map((direction) =>
        moved({ direction: direction as 'in', amount: jmd(1n), reference: '7'.repeat(90) }),
      ),
      bank: {
        bankName: 'Bank '.repeat(16),
        accountNumber: '12345678901234567890',
        accountHolderName: 'Ñandú '.repeat(20),
        routingNumber: 'Branch '.repeat(11),
      },
    };
    const customer = { name: 'Zoë Şükrü 李 '.repeat(8), email: `${'a'.repeat(60)}@example.com` };
    expect(pagesOf(await receiptPdf(receiptFor(long, { ...parties, customer }, now), now))).toBe(1);
  });
});

import { expect, test } from 'vitest';
import { after, hours, minutes } from '../../../kernel/clock.ts';
import { decimal } from '../../../kernel/decimal.ts';
import { jmd } from '../../../kernel/money.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import type { Terms } from '../quoting/terms.ts';
import { buyRefusals, decideOrder, sellRefusals, type Wish } from './decide-order.ts';
import type { Groundwork } from './ground-store.ts';

const now = new Date('2026-11-20T15:00:00Z');

const terms: Terms = {
  side: 'buy',
  symbol: 'BTC',
  fiat: jmd(180_000_00n),
  gross: jmd(180_000_00n),
  fee: jmd(14_400_00n),
  net: jmd(165_600_00n),
  networkCost: jmd(250_00n),
  coins: { symbol: 'BTC', base: 1_000_000n, decimals: 8 },
  usdValue: decimal('946'),
  priceUsd: decimal('94600'),
  rate: decimal('175'),
  marketRate: null,
  feeBasisPoints: 800n,
  rateDifference: null,
  allIn: null,
  allInBasisPoints: null,
  priceSource: 'coingecko',
  priceObservedAt: now,
  demo: false,
};

const nothing = { buy: 0, sell: 0 };
const ground: Groundwork = {
  may: {
    settings: {
      ...demoSettings,
      everOurs: { accounts: [demoSettings.bank_accounts], wallets: [demoSettings.company_wallets] },
    },
    standing: { tier: 'tier2', enhanced: true, statusOf: { 1: 'approved', 2: 'approved', 3: 'approved' } },
    usedNet: jmd(0n),
    heldNet: jmd(0n),
    month: { gross: jmd(0n), orders: 0 },
    stopped: false,
    taught: true,
    orders: { open: 0, today: 0 },
    unpaid: nothing,
    declaredIncome: null,
  },
  quote: { id: 'quote', side: 'buy', terms, expiresAt: after(now, minutes(1)) },
  earlier: null,
  twin: null,
  fit: { proof: true, funds: true },
  proves: 0,
  warned: null,
  heldForLimit: 0,
  ids: { order: 'order', screening: 'screening', assessment: 'assessment' },
  reference: 'AAAA-BBB',
  sanctionsVersion: '1',
  ruleSetId: '1',
  facts: {
    ...{ firstName: 'Andre', lastName: 'Grant', displayName: null },
    ...{ pep: false, highRiskJurisdiction: false, dueDiligence: false, sanctions: null },
  },
  before: { confirmed: false, refusedToday: 0, refused: null },
};

const shared = {
  key: 'key',
  quoteId: 'quote',
  network: 'bitcoin',
  sourceOfFunds: 'savings',
  sourceOfFundsFile: 'file',
  custody: 'self',
  custodian: '',
  walletOwner: '',
  another: false,
} as const;
const unasked = { warningSeen: '', toldToPay: null, hurried: null, ownKeys: null } as const;
const address = 'bc1qlgt6q2vxdjfz34jc6zhtp6jwh8jdkmkq5t2z8l';
const ofAnother = 'bc1q9aafw5vwnhfm9ndgrtc9gtpl54uc9q0teweeyj';
const buying: Wish = {
  side: 'buy',
  input: { ...shared, ...unasked, walletAddress: ofAnother, destinationTag: '', paymentMethod: 'bank_transfer' },
};
const bank = { bankName: 'NCB', accountNumber: '12345', accountHolderName: 'Andre Grant', routingNumber: '' };
const from = { senderWalletAddress: ofAnother, walletType: 'other', customWalletType: 'paper' } as const;
const selling: Wish = { side: 'sell', input: { ...shared, ...bank, ...from, proofFile: 'file' } };

type Situation = { ground: Groundwork; wish: Wish } & Omit<Parameters<typeof decideOrder>[2], 'now'>;
/** What makes a row of the table apply, and nothing of the rows above it. */
type Fault = readonly [code: string, cause: (was: Situation) => Situation];

const may = (was: Situation, change: Partial<Groundwork['may']>): Situation => ({
  ...was,
  ground: { ...was.ground, may: { ...was.ground.may, ...change } },
});
const settled = (was: Situation, change: object): Situation =>
  may(was, { settings: { ...was.ground.may.settings, ...change } });
const on = (was: Situation, change: Partial<Groundwork>): Situation => ({
  ...was,
  ground: { ...was.ground, ...change },
});
const offered = (was: Situation, change: object): Situation =>
  was.ground.quote ? on(was, { quote: { ...was.ground.quote, ...change } }) : was;
const priced = (was: Situation, change: Partial<Terms>): Situation =>
  was.ground.quote ? offered(was, { terms: { ...was.ground.quote.terms, ...change } }) : was;
const asks = (was: Situation, change: object): Situation => ({
  ...was,
  wish: { ...was.wish, input: { ...was.wish.input, ...change } } as Wish,
});
const refused = (requestHash: string) => ({ outcome: 'wallet_blocked', requestHash }) as const;
const { order_limits, order_sizes, caps } = demoSettings;

const asked: readonly Fault[] = [
  ['general.key_reused', (was) => on(was, { before: { ...was.ground.before, refused: refused('other words') } })],
  ['trading.wallet_blocked', (was) => on(was, { before: { ...was.ground.before, refused: refused('words') } })],
  ['trading.lesson_first', (was) => settled(may(was, { taught: false }), { first_order: { lesson: 'asked' } })],
  ['trading.quote_lapsed', (was) => offered(was, { expiresAt: after(now, -1) })],
  ['trading.prices_unavailable', (was) => priced(was, { priceObservedAt: after(now, -hours(1)) })],
  ['trading.same_order_just_placed', (was) => on(was, { twin: { orderId: 'twin', reference: 'AAAA-CCC' } })],
  ['accounts.confirm_needed', (was) => ({ ...was, confirmed: false })],
];
const most = (change: Partial<typeof order_limits>) => (was: Situation) =>
  settled(was, { order_limits: { ...was.ground.may.settings.order_limits, ...change } });
const ownWallet: Fault = [
  'trading.address_excluded',
  (was) => asks(was, was.wish.side === 'buy' ? { walletAddress: address } : { senderWalletAddress: address }),
];
const noPapers: Fault = ['trading.funds_missing', (was) => on(was, { fit: { ...was.ground.fit, funds: false } })];
const small = { order_sizes: { ...order_sizes, smallest: { buy: 1_000_000, sell: 1_000_000 } } };
const statusOf = { 1: 'not_submitted', 2: 'not_submitted', 3: 'approved' } as const;
const noTier = { tier: 'none', enhanced: true, statusOf } as const;

const ofBuy: readonly Fault[] = [
  ...asked,
  ['trading.quote_lapsed', (was) => priced(was, { networkCost: jmd(0n) })],
  ['trading.card_closed', (was) => ({ ...asks(was, { paymentMethod: 'card' }), cardsOpen: false })],
  [
    'trading.paused',
    (was) => settled(was, { asset_switches: { paused: [{ side: was.wish.side, symbol: 'BTC', network: null }] } }),
  ],
  ownWallet,
  ['trading.too_many_open', most({ open: { none: 0, tier1: 0, tier2: 0 } })],
  ['trading.too_many_unpaid', most({ unpaid: 0 })],
  ['trading.too_many_today', (was) => may(was, { orders: { ...was.ground.may.orders, today: 40 } })],
  ['trading.not_possible', (was) => may(was, { stopped: true })],
  ['trading.too_small', (was) => settled(was, small)],
  ['trading.monthly_limit_no_tier', (was) => may(was, { standing: noTier })],
  ['trading.too_many_today', (was) => on(was, { before: { ...was.ground.before, refusedToday: order_limits.perDay } })],
  noPapers,
  [
    'trading.warning_unanswered',
    (was) =>
      on(was, { warned: { of: { kind: 'wallet', scope: 'bitcoin', value: ofAnother }, known: { told: 'reported' } } }),
  ],
];
const ofSell: readonly Fault[] = [
  ...asked,
  ['trading.wallet_proof_missing', (was) => on(was, { fit: { ...was.ground.fit, proof: false } })],
  ['trading.proof_used', (was) => on(was, { proves: 1 })],
  ['trading.name_mismatch', (was) => asks(was, { accountHolderName: 'Somebody Else' })],
  ['trading.branch_needed', (was) => priced(was, { net: jmd(1_000_000_01n) })],
  ownWallet,
  ['trading.too_many_open', most({ open: { none: 0, tier1: 0, tier2: 0 } })],
  noPapers,
];

const start: Situation = {
  ...{ ground, wish: buying },
  ...{ requestHash: 'words', confirmed: true, cardsOpen: true },
};
const sellStart = { ...offered(priced(start, { side: 'sell' }), { side: 'sell' }), wish: selling };
/** Large enough for papers, by the gate alone: no other row looks at it. */
const large = (was: Situation) => settled(was, { caps: { ...caps, gate: 1 } });

/** What is answered while these things are wrong: the causes of the later rows first, so that the earlier win. */
function answered(good: Situation, faults: readonly Fault[]): string {
  const { ground, wish, ...request } = faults.reduceRight((was, [, cause]) => cause(was), large(good));
  const decision = decideOrder(ground, wish, { ...request, now });
  if ('no' in decision) return decision.no.code;
  return 'earlier' in decision ? `again ${decision.earlier.orderId}` : 'order';
}

test.each([
  ['buy', start, ofBuy],
  ['sell', sellStart, ofSell],
] as const)('a %s is refused for the first row that applies, and goes on without any', (...given) => {
  const [, good, faults] = given;
  expect(faults.map((_, n) => answered(good, faults.slice(n)))).toEqual(faults.map(([code]) => code));
  expect(answered(good, [])).toBe('order');
});

test('every row of either table has its fault here', () => {
  const rows = (table: readonly { ends: string }[]) => table.map(({ ends }) => ends.split(', '));
  const meets = (ends: readonly string[], code: string) =>
    ends.some((end) => (end.endsWith('*') ? code.startsWith(end.slice(0, -1)) : code === end));
  for (const [table, faults] of [
    [rows(buyRefusals), ofBuy],
    [rows(sellRefusals), ofSell],
  ] as const) {
    const codes = faults.map(([code]) => code);
    expect(table.filter((ends) => !codes.some((code) => meets(ends, code)))).toEqual([]);
  }
});

test('whatever a sell met whose coins had left, beside how many there are, holds it and refuses nothing', () => {
  const met: readonly Fault[] = [
    ...ofBuy.filter(([code]) => /paused|not_possible|too_small|no_tier/.test(code)),
    noPapers,
  ];
  for (let n = 0; n < met.length - 1; n++) expect(answered(sellStart, met.slice(n))).toBe('order');
});

test('an answer is given again, whatever changed since, to the same words of somebody who is there', () => {
  const earlier = { requestHash: 'words', orderId: 'order', reference: 'AAAA-BBB', notice: null };
  const before = (was: Situation) => on(was, { earlier });
  expect(
    answered(
      before(start),
      ofBuy.filter(([code]) => code !== 'accounts.confirm_needed'),
    ),
  ).toBe('again order');
  expect(answered({ ...before(start), confirmed: false }, [])).toBe('accounts.confirm_needed');
  expect(answered({ ...before(start), requestHash: 'other', confirmed: false }, [])).toBe('general.key_reused');
});

test('without an offer it has lapsed, but for who was refused for good before', () => {
  expect(answered(on({ ...start, confirmed: false }, { quote: null }), [])).toBe('trading.quote_lapsed');
  expect(answered(on(start, { quote: null }), ofBuy.slice(1, 2))).toBe('trading.wallet_blocked');
});

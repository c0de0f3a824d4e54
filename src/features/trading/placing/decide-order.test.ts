import { expect, test } from 'vitest';
import { after, hours, minutes } from '../../../kernel/clock.ts';
import { decimal } from '../../../kernel/decimal.ts';
import { jmd } from '../../../kernel/money.ts';
import { demoSettings } from '../../settings/demo-settings.ts';
import type { Terms } from '../quoting/terms.ts';
import { buyRefusalRules, decideOrder, type OrderIntent, sellRefusalRules } from './decide-order.ts';
import type { PlacementContext } from './placement-context-store.ts';

const withCost = {
  ...demoSettings.order_sizes,
  networkCost: { ...demoSettings.order_sizes.networkCost, bitcoin: 250 },
};

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
  discount: null,
  rateDifference: null,
  allIn: null,
  allInBasisPoints: null,
  priceSource: 'coingecko',
  priceObservedAt: now,
  demo: false,
};

const nothing = { buy: 0, sell: 0 };
const context: PlacementContext = {
  entitlement: {
    settings: {
      ...demoSettings,
      order_sizes: withCost,
      everOurs: { accounts: [demoSettings.bank_accounts], wallets: [demoSettings.company_wallets] },
    },
    standing: {
      ...{ tier: 'tier2', enhanced: true, waitsForCustomer: [] },
      statusOf: { 1: 'approved', 2: 'approved', 3: 'approved' },
    },
    usedNet: jmd(0n),
    heldNet: jmd(0n),
    month: { gross: jmd(0n), orders: 0 },
    stopped: false,
    taught: true,
    orders: { open: 0, today: 0 },
    refusedToday: 0,
    unpaid: nothing,
    declaredIncome: null,
  },
  quote: { id: 'quote', side: 'buy', terms, expiresAt: after(now, minutes(1)) },
  earlier: null,
  twin: null,
  ownFiles: { proof: true, funds: true },
  provenOrders: 0,
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
const noAnswers = { warningSeen: '', askedToPay: null, hurried: null, ownKeys: null } as const;
const address = 'bc1qlgt6q2vxdjfz34jc6zhtp6jwh8jdkmkq5t2z8l';
const ofAnother = 'bc1q9aafw5vwnhfm9ndgrtc9gtpl54uc9q0teweeyj';
const buyIntent: OrderIntent = {
  side: 'buy',
  input: { ...shared, ...noAnswers, walletAddress: ofAnother, destinationTag: '', paymentMethod: 'bank_transfer' },
};
const bank = { bankName: 'NCB', accountNumber: '12345', accountHolderName: 'Andre Grant', routingNumber: '' };
const from = { senderWalletAddress: ofAnother, walletType: 'other', customWalletType: 'paper' } as const;
const sellIntent: OrderIntent = { side: 'sell', input: { ...shared, ...bank, ...from, proofFile: 'file' } };

type Situation = { context: PlacementContext; intent: OrderIntent } & Omit<Parameters<typeof decideOrder>[2], 'now'>;
type Fault = readonly [code: string, cause: (base: Situation) => Situation];

const withEntitlement = (base: Situation, change: Partial<PlacementContext['entitlement']>): Situation => ({
  ...base,
  context: { ...base.context, entitlement: { ...base.context.entitlement, ...change } },
});
const withSettings = (base: Situation, change: object): Situation =>
  withEntitlement(base, { settings: { ...base.context.entitlement.settings, ...change } });
const withContext = (base: Situation, change: Partial<PlacementContext>): Situation => ({
  ...base,
  context: { ...base.context, ...change },
});
const withOffer = (base: Situation, change: object): Situation =>
  base.context.quote ? withContext(base, { quote: { ...base.context.quote, ...change } }) : base;
const withTerms = (base: Situation, change: Partial<Terms>): Situation =>
  base.context.quote ? withOffer(base, { terms: { ...base.context.quote.terms, ...change } }) : base;
const withInput = (base: Situation, change: object): Situation => ({
  ...base,
  intent: { ...base.intent, input: { ...base.intent.input, ...change } } as OrderIntent,
});
const refusedAs = (requestHash: string) => ({ outcome: 'wallet_blocked', requestHash }) as const;
const { order_limits, caps } = demoSettings;
const order_sizes = withCost;

const commonFaults: readonly Fault[] = [
  [
    'general.key_reused',
    (base) => withContext(base, { before: { ...base.context.before, refused: refusedAs('other words') } }),
  ],
  [
    'trading.wallet_blocked',
    (base) => withContext(base, { before: { ...base.context.before, refused: refusedAs('words') } }),
  ],
  [
    'trading.lesson_first',
    (base) => withSettings(withEntitlement(base, { taught: false }), { first_order: { lesson: 'asked' } }),
  ],
  ['trading.quote_lapsed', (base) => withOffer(base, { expiresAt: after(now, -1) })],
  ['trading.prices_unavailable', (base) => withTerms(base, { priceObservedAt: after(now, -hours(1)) })],
  ['trading.same_order_just_placed', (base) => withContext(base, { twin: { orderId: 'twin', reference: 'AAAA-CCC' } })],
  ['accounts.confirm_needed', (base) => ({ ...base, confirmed: false })],
];
const most = (change: Partial<typeof order_limits>) => (base: Situation) =>
  withSettings(base, { order_limits: { ...base.context.entitlement.settings.order_limits, ...change } });
const ownWallet: Fault = [
  'trading.address_excluded',
  (base) => withInput(base, base.intent.side === 'buy' ? { walletAddress: address } : { senderWalletAddress: address }),
];
const noPapers: Fault = [
  'trading.funds_missing',
  (base) => withContext(base, { ownFiles: { ...base.context.ownFiles, funds: false } }),
];
const small = { order_sizes: { ...order_sizes, smallest: { buy: 1_000_000, sell: 1_000_000 } } };
const statusOf = { 1: 'not_submitted', 2: 'not_submitted', 3: 'approved' } as const;
const noTier = { tier: 'none', enhanced: true, statusOf, waitsForCustomer: [] } as const;

const buyFaults: readonly Fault[] = [
  ...commonFaults,
  ['trading.quote_lapsed', (base) => withTerms(base, { networkCost: jmd(0n) })],
  ['trading.card_closed', (base) => ({ ...withInput(base, { paymentMethod: 'card' }), cardsOpen: false })],
  [
    'trading.paused',
    (base) =>
      withSettings(base, { asset_switches: { paused: [{ side: base.intent.side, symbol: 'BTC', network: null }] } }),
  ],
  ownWallet,
  ['trading.too_many_open', most({ open: { none: 0, tier1: 0, tier2: 0 } })],
  ['trading.too_many_unpaid', most({ unpaid: 0 })],
  [
    'trading.too_many_today',
    (base) => withEntitlement(base, { orders: { ...base.context.entitlement.orders, today: 40 } }),
  ],
  ['trading.not_possible', (base) => withEntitlement(base, { stopped: true })],
  ['trading.too_small', (base) => withSettings(base, small)],
  ['trading.monthly_limit_no_tier', (base) => withEntitlement(base, { standing: noTier })],
  [
    'trading.too_many_today',
    (base) => withContext(base, { before: { ...base.context.before, refusedToday: order_limits.perDay } }),
  ],
  noPapers,
  [
    'trading.warning_unanswered',
    (base) =>
      withContext(base, {
        warned: { indicator: { kind: 'wallet', scope: 'bitcoin', value: ofAnother }, known: { shown: 'reported' } },
      }),
  ],
];
const sellFaults: readonly Fault[] = [
  ...commonFaults,
  [
    'trading.wallet_proof_missing',
    (base) => withContext(base, { ownFiles: { ...base.context.ownFiles, proof: false } }),
  ],
  ['trading.proof_used', (base) => withContext(base, { provenOrders: 1 })],
  ['trading.name_mismatch', (base) => withInput(base, { accountHolderName: 'Other Person' })],
  ['trading.branch_needed', (base) => withTerms(base, { net: jmd(1_000_000_01n) })],
  ownWallet,
  ['trading.too_many_open', most({ open: { none: 0, tier1: 0, tier2: 0 } })],
  noPapers,
];

const buyStart: Situation = {
  ...{ context, intent: buyIntent },
  ...{ requestHash: 'words', confirmed: true, cardsOpen: true },
};
const sellStart = { ...withOffer(withTerms(buyStart, { side: 'sell' }), { side: 'sell' }), intent: sellIntent };
const makeLarge = (base: Situation) => withSettings(base, { caps: { ...caps, gate: 1 } });

function getAnswer(good: Situation, faults: readonly Fault[]): string {
  const { context, intent, ...request } = faults.reduceRight((base, [, cause]) => cause(base), makeLarge(good));
  const decision = decideOrder(context, intent, { ...request, now });
  if ('violation' in decision) return decision.violation.code;
  return 'earlier' in decision ? `again ${decision.earlier.orderId}` : 'order';
}

test.each([
  ['buy', buyStart, buyFaults],
  ['sell', sellStart, sellFaults],
] as const)('a %s is refused by the first matching rule and accepted without any', (...given) => {
  const [, good, faults] = given;
  expect(faults.map((_, n) => getAnswer(good, faults.slice(n)))).toEqual(faults.map(([code]) => code));
  expect(getAnswer(good, [])).toBe('order');
});

test('every rule of either table has a fault here', () => {
  const rows = (table: readonly { codes: string }[]) => table.map(({ codes }) => codes.split(', '));
  const meets = (codes: readonly string[], code: string) =>
    codes.some((end) => (end.endsWith('*') ? code.startsWith(end.slice(0, -1)) : code === end));
  for (const [table, faults] of [
    [rows(buyRefusalRules), buyFaults],
    [rows(sellRefusalRules), sellFaults],
  ] as const) {
    const codes = faults.map(([code]) => code);
    expect(table.filter((ruleCodes) => !codes.some((code) => meets(ruleCodes, code)))).toEqual([]);
  }
});

test('limits and pauses hold a sell with sent coins, except count limits', () => {
  const met: readonly Fault[] = [
    ...buyFaults.filter(([code]) => /paused|not_possible|too_small|no_tier/.test(code)),
    noPapers,
  ];
  for (let n = 0; n < met.length - 1; n++) expect(getAnswer(sellStart, met.slice(n))).toBe('order');
});

test('a repeated request gets its earlier answer, if confirmed and unchanged', () => {
  const earlier = { requestHash: 'words', orderId: 'order', reference: 'AAAA-BBB', notice: null };
  const before = (base: Situation) => withContext(base, { earlier });
  expect(
    getAnswer(
      before(buyStart),
      buyFaults.filter(([code]) => code !== 'accounts.confirm_needed'),
    ),
  ).toBe('again order');
  expect(getAnswer({ ...before(buyStart), confirmed: false }, [])).toBe('accounts.confirm_needed');
  expect(getAnswer({ ...before(buyStart), requestHash: 'other', confirmed: false }, [])).toBe('general.key_reused');
});

test('without a quote the order is expired, unless it was refused for good before', () => {
  expect(getAnswer(withContext({ ...buyStart, confirmed: false }, { quote: null }), [])).toBe('trading.quote_lapsed');
  expect(getAnswer(withContext(buyStart, { quote: null }), buyFaults.slice(1, 2))).toBe('trading.wallet_blocked');
});

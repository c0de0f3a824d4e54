import type { z } from 'zod';
import { after, minutes } from '../../../kernel/clock.ts';
import type { RefusalError } from '../../../kernel/refusal.ts';
import { parseHolding } from '../../assets/transfer-parties.ts';
import { holderMatches } from '../../ledger/names.ts';
import { isBranchMissing } from '../../ledger/payout-rail.ts';
import { isFresh } from '../../prices/freshness.ts';
import { isPaused } from '../../settings/pauses.ts';
import type { SettingsInForce } from '../../settings/schema.ts';
import { refusal } from '../messages.ts';
import type { OrderRefusal } from '../quoting/limits.ts';
import type { PreviewRefusal } from '../quoting/preview.ts';
import { quoteSeconds } from '../quoting/pricing.ts';
import type { Entitlement, PriorAssessments } from '../quoting/quote-store.ts';
import { missingEvidence } from '../quoting/source-of-funds.ts';
import type { Terms } from '../quoting/terms.ts';
import { assessLimits, getNetworkCost, type Trade, type Verdict } from '../quoting/verdict.ts';
import type { PlaceBuyOrder, PlaceSellOrder } from '../schema.ts';
import { type CheckedWallet, parseCustomerWallet } from '../wallets/destination.ts';
import { validAnswers } from '../wallets/scam-questions.ts';
import type { PlacementContext } from './placement-context-store.ts';

type Buy = z.output<typeof PlaceBuyOrder>;
type Sell = z.output<typeof PlaceSellOrder>;

export type OrderIntent =
  | { readonly side: 'buy'; readonly input: Buy }
  | { readonly side: 'sell'; readonly input: Sell };

type RequestFacts = {
  readonly requestHash: string;
  readonly confirmed: boolean;
  readonly cardsOpen: boolean;
};

type OrderRequest = RequestFacts & { readonly context: PlacementContext; readonly now: Date };
type OfferedRequest<Input = Buy | Sell> = OrderRequest & {
  readonly input: Input;
  readonly offer: NonNullable<PlacementContext['quote']>;
  readonly settings: SettingsInForce;
  readonly trade: Trade;
  readonly wallet: CheckedWallet;
  readonly verdict: Verdict;
};

export type AcceptedOrder = {
  readonly terms: Terms;
  readonly wallet: Pick<CheckedWallet, 'address' | 'tag'>;
  readonly large: boolean;
  readonly over: OrderRefusal | null;
  readonly afterPause: boolean;
};
export type Decision =
  | { readonly violation: RefusalError }
  | { readonly earlier: NonNullable<PlacementContext['earlier']> }
  | { readonly order: AcceptedOrder };

export type Rule<Case> = { readonly codes: string; readonly when: (known: Case) => RefusalError | null };

function firstViolation<Case>(rules: readonly Rule<Case>[], known: Case): RefusalError | null {
  for (const { when } of rules) {
    const violation = when(known);
    if (violation) return violation;
  }
  return null;
}

export function assertNoViolation<Case>(rules: readonly Rule<Case>[], known: Case): void {
  const violation = firstViolation(rules, known);
  if (violation) throw violation;
}

const rule = <const C extends Parameters<typeof refusal>[0], Case>(
  codes: C,
  when: (known: Case) => Parameters<typeof refusal<C>>[1] | false,
): Rule<Case> => ({
  codes,
  when: (known) => {
    const params = when(known);
    return params ? refusal(codes, params) : null;
  },
});

export function toRefusal(verdict: PreviewRefusal): RefusalError {
  if (verdict.code === 'not_possible' || verdict.code === 'enhanced_kyc_required' || verdict.code === 'lesson_first')
    return refusal(`trading.${verdict.code}`, {});
  if ('symbol' in verdict) return refusal(`trading.${verdict.code}`, { symbol: verdict.symbol });
  if (verdict.code === 'too_small')
    return refusal('trading.too_small', { smallest: `J$${formatWholeDollars(verdict.smallest.minor)}` });
  if (verdict.code !== 'monthly_limit_reached')
    return refusal(`trading.${verdict.code}`, { most: String(verdict.most) });
  const noTier = verdict.tier === 'none';
  const cap = formatWholeDollars(verdict.capUsd.minor);
  return refusal(noTier ? 'trading.monthly_limit_no_tier' : 'trading.monthly_limit_reached', { cap });
}

const formatWholeDollars = (minor: bigint) => (minor / 100n).toLocaleString('en-US');

/** False for an expired quote, and for a quote from a server with a fast clock. */
const isQuoteValid = ({ expiresAt }: { expiresAt: Date }, now: Date): boolean =>
  expiresAt >= now && expiresAt <= after(now, quoteSeconds * 1000 + minutes(1));

/** Order counts are the only limits that reject a sell after its coins were sent. */
const isVelocityLimit = (refused: OrderRefusal | null): boolean => refused?.code.startsWith('too_many_') === true;

export const evidenceNames = {
  source_of_funds: 'Source of funds',
  source_of_funds_proof: 'Source of funds proof',
  wallet_holder: 'Wallet holder',
} as const;

/** Rejects a used idempotency key with another request (decision A9). */
const keyReusedForOtherBody = rule(
  'general.key_reused',
  ({ context: { earlier }, requestHash }: OrderRequest) =>
    earlier !== null && earlier.requestHash !== requestHash && {},
);
const unconfirmed = rule('accounts.confirm_needed', ({ confirmed }: OrderRequest) => !confirmed && {});

/** Repeats the refusal of a blocked request with the same key, without a second record (decision A9). */
const refusedBefore: readonly Rule<OrderRequest>[] = [
  rule('general.key_reused', ({ context, requestHash }) => {
    const { refused } = context.before;
    return refused !== null && refused.requestHash !== requestHash && {};
  }),
  {
    codes: 'trading.wallet_blocked, trading.transaction_blocked',
    when: ({ context }) => context.before.refused && refusal(`trading.${context.before.refused.outcome}`, {}),
  },
];

/** Requires a lesson before the first order (ADR 07). */
const lessonFirst = rule(
  'trading.lesson_first',
  ({ context: { entitlement } }: { context: { entitlement: Entitlement } }) =>
    entitlement.settings.first_order.lesson === 'asked' && !entitlement.taught && {},
);

const quoteRules: readonly Rule<OfferedRequest>[] = [
  rule(
    'trading.quote_lapsed',
    ({ offer, trade, now }) => (offer.side !== trade.side || !isQuoteValid(offer, now)) && {},
  ),
  rule(
    'trading.prices_unavailable',
    ({ offer: { terms }, now }) => terms.priceSource !== 'company' && !isFresh(terms.priceObservedAt, now) && {},
  ),
  rule(
    'trading.same_order_just_placed',
    ({ context, input }) => !input.another && context.twin !== null && context.twin,
  ),
  unconfirmed,
];

const paused = rule(
  'trading.paused',
  ({ settings, trade }: { settings: SettingsInForce; trade: Trade }) =>
    isPaused(settings, trade) && { symbol: trade.symbol },
);
const unfitWallet: Rule<{ wallet: CheckedWallet }> = {
  codes: 'trading.network_unfit, trading.address_*, trading.tag_*',
  when: ({ wallet }) => wallet.refusal,
};
const overLimit: Rule<{ verdict: Verdict }> = {
  codes: 'trading.not_possible, trading.too_*, trading.enhanced_kyc_required, trading.monthly_limit_*',
  when: ({ verdict: { refusal: over } }) => over && toRefusal(over),
};
/** Blocked requests count towards the daily maximum, because staff review each of them. */
const tooManyRefusalsToday = rule(
  'trading.too_many_today',
  ({ context: { entitlement, before } }: { context: { entitlement: Entitlement; before: PriorAssessments } }) => {
    const most = entitlement.settings.order_limits.perDay;
    return entitlement.orders.today + before.refusedToday >= most && { most: String(most) };
  },
);
/** Requires source of funds, proof document and wallet holder from US$1,000 [001 §5 Buy form, Sell form]. */
const unprovenFunds = rule('trading.funds_missing', ({ input, context, trade, verdict }: OfferedRequest) => {
  const missing = missingEvidence(trade.side, verdict.large, {
    source: input.sourceOfFunds,
    hasProof: context.ownFiles.funds,
    knowsHolder: parseHolding(input) !== null,
  });
  return missing.length > 0 && { what: missing.map((name) => evidenceNames[name]).join(', ') };
});

/** Requires answers to the scam questions for a wallet with a warning (ADR 22). */
const unanswered = rule(
  'trading.warning_unanswered',
  ({ input, context: { warned } }: OfferedRequest<Buy>) =>
    warned !== null && validAnswers(warned.known, input) === null && {},
);

export const buyRefusalRules: readonly Rule<OfferedRequest<Buy>>[] = [
  ...refusedBefore,
  lessonFirst,
  ...quoteRules,
  // The customer must pay the network cost that the quote showed.
  rule(
    'trading.quote_lapsed',
    ({ offer, settings, trade }) =>
      offer.terms.networkCost.minor !== getNetworkCost(settings, trade.network).minor && {},
  ),
  rule('trading.card_closed', ({ input, cardsOpen }) => input.paymentMethod === 'card' && !cardsOpen && {}),
  paused,
  unfitWallet,
  overLimit,
  tooManyRefusalsToday,
  unprovenFunds,
  unanswered,
];

/** The coins are already sent (decision A2), so pauses and limits other than order counts only hold the order. */
export const sellRefusalRules: readonly Rule<OfferedRequest<Sell>>[] = [
  ...refusedBefore,
  lessonFirst,
  ...quoteRules,
  rule('trading.wallet_proof_missing', ({ context }) => !context.ownFiles.proof && {}),
  rule('trading.proof_used', ({ context, settings }) => context.provenOrders >= settings.order_limits.perPicture && {}),
  rule(
    'trading.name_mismatch',
    ({ context: { facts }, input }) => (facts === null || !holderMatches(input.accountHolderName, facts)) && {},
  ),
  rule('trading.branch_needed', ({ offer, input }) => isBranchMissing(offer.terms.net, input.routingNumber) && {}),
  unfitWallet,
  { ...overLimit, when: (known) => (isVelocityLimit(known.verdict.refusal) ? overLimit.when(known) : null) },
  { ...unprovenFunds, when: (known) => (known.verdict.refusal ? null : unprovenFunds.when(known)) },
];

export const previewRules = {
  beforePricing: [lessonFirst, paused, unfitWallet] as const,
  afterPricing: [overLimit, tooManyRefusalsToday] as const,
};

/**
 * Returns the earlier order of this idempotency key, the first violated rule, or an accepted order. Rule order: prices,
 * address, gate, cap, documents [001 §4 Pre-creation checks]. Screening and scoring follow in `placeOrder`.
 */
export function decideOrder(
  context: PlacementContext,
  intent: OrderIntent,
  { now, ...request }: RequestFacts & { now: Date },
): Decision {
  const orderRequest = { ...request, context, now };
  const { earlier, quote: offer } = context;
  if (earlier) {
    const violation = firstViolation([keyReusedForOtherBody, unconfirmed], orderRequest);
    return violation ? { violation } : { earlier };
  }
  if (!offer) return { violation: firstViolation(refusedBefore, orderRequest) ?? refusal('trading.quote_lapsed', {}) };
  const { side, input } = intent;
  const { settings } = context.entitlement;
  const trade = { side, symbol: offer.terms.symbol, network: input.network };
  const typed =
    intent.side === 'buy'
      ? { address: intent.input.walletAddress, tag: intent.input.destinationTag }
      : { address: intent.input.senderWalletAddress, tag: '' };
  const wallet = parseCustomerWallet({ ...trade, ...typed }, settings);
  const verdict = assessLimits(offer.terms, context.entitlement, now);
  const known = { ...orderRequest, offer, settings, trade, wallet, verdict };
  const violation =
    intent.side === 'buy'
      ? firstViolation(buyRefusalRules, { ...known, input: intent.input })
      : firstViolation(sellRefusalRules, { ...known, input: intent.input });
  const afterPause = intent.side === 'sell' && isPaused(settings, trade);
  return violation
    ? { violation }
    : { order: { terms: offer.terms, wallet, large: verdict.large, over: verdict.refusal, afterPause } };
}

import type { z } from 'zod';
import { after, minutes } from '../../../kernel/clock.ts';
import type { Refused } from '../../../kernel/refusal.ts';
import { readHolding } from '../../coins/transfer-parties.ts';
import { holderMatches } from '../../movements/names.ts';
import { lacksBranch } from '../../movements/payout-rail.ts';
import { isFresh } from '../../prices/freshness.ts';
import type { SettingsInForce } from '../../settings/schema.ts';
import { refusal } from '../messages.ts';
import type { OrderRefusal } from '../quoting/limits.ts';
import { quoteSeconds } from '../quoting/pricing.ts';
import type { Entitlement, JudgedBefore } from '../quoting/quote-store.ts';
import { missingEvidence } from '../quoting/source-of-funds.ts';
import type { Terms } from '../quoting/terms.ts';
import { isPaused, networkCostOf, type Trade, type Verdict, verdictOn } from '../quoting/verdict.ts';
import type { PlaceBuyOrder, PlaceSellOrder } from '../schema.ts';
import { answersTo } from '../wallets/coercion.ts';
import { type CheckedWallet, customerWallet } from '../wallets/destination.ts';
import type { Groundwork } from './ground-store.ts';

type Buy = z.output<typeof PlaceBuyOrder>;
type Sell = z.output<typeof PlaceSellOrder>;

/** What somebody asks for. */
export type Wish = { readonly side: 'buy'; readonly input: Buy } | { readonly side: 'sell'; readonly input: Sell };

/** What is known of a request beside its words and the ground. `cardsOpen`: orders can be paid by card now. */
type Request = {
  readonly requestHash: string;
  readonly confirmed: boolean;
  readonly cardsOpen: boolean;
};

type OrderRequest = Request & { readonly ground: Groundwork; readonly now: Date };
type Offered<Input = Buy | Sell> = OrderRequest & {
  readonly input: Input;
  readonly offer: NonNullable<Groundwork['quote']>;
  readonly settings: SettingsInForce;
  readonly trade: Trade;
  readonly wallet: CheckedWallet;
  readonly verdict: Verdict;
};

/** What an order is made from that may be placed. `over`: the limit that a sell met whose coins had left. */
export type Decided = {
  readonly terms: Terms;
  readonly wallet: Pick<CheckedWallet, 'address' | 'tag'>;
  readonly large: boolean;
  readonly over: OrderRefusal | null;
  /** Of a sell: the coin is not bought at the moment, and its coins may have left all the same. */
  readonly afterPause: boolean;
};
export type Decision =
  | { readonly no: Refused }
  | { readonly earlier: NonNullable<Groundwork['earlier']> }
  | { readonly order: Decided };

/** A row of a table: a refusal, or a family of them, and when a request ends in it. */
export type Row<Case> = { readonly ends: string; readonly when: (known: Case) => Refused | null };

/** The first row of a table that applies says no. */
function firstRefusal<Case>(table: readonly Row<Case>[], known: Case): Refused | null {
  for (const { when } of table) {
    const no = when(known);
    if (no) return no;
  }
  return null;
}

/** Ends the act where a row of a table applies. */
export function refuseFirst<Case>(table: readonly Row<Case>[], known: Case): void {
  const no = firstRefusal(table, known);
  if (no) throw no;
}

/** A row of one refusal, with what fills its sentence; false where it does not apply. */
const row = <const C extends Parameters<typeof refusal>[0], Case>(
  ends: C,
  when: (known: Case) => Parameters<typeof refusal<C>>[1] | false,
): Row<Case> => ({
  ends,
  when: (known) => {
    const filling = when(known);
    return filling ? refusal(ends, filling) : null;
  },
});

/** The documented words of a verdict. */
export function refusalOf(verdict: OrderRefusal): Refused {
  if (verdict.code === 'not_possible' || verdict.code === 'enhanced_kyc_required')
    return refusal(`trading.${verdict.code}`, {});
  if (verdict.code === 'too_small')
    return refusal('trading.too_small', { smallest: `J$${wholeDollars(verdict.smallest.minor)}` });
  if (verdict.code !== 'monthly_limit_reached')
    return refusal(`trading.${verdict.code}`, { most: String(verdict.most) });
  const noTier = verdict.tier === 'none';
  const cap = wholeDollars(verdict.capUsd.minor);
  return refusal(noTier ? 'trading.monthly_limit_no_tier' : 'trading.monthly_limit_reached', { cap });
}

const wholeDollars = (minor: bigint) => (minor / 100n).toLocaleString('en-US');

/** Whether an offer stands: not lapsed, and not made when a clock ran ahead, which would give it as much longer. */
const standsNow = ({ expiresAt }: { expiresAt: Date }, now: Date): boolean =>
  expiresAt >= now && expiresAt <= after(now, quoteSeconds * 1000 + minutes(1));

/** What no order passes, coins or not: its words say what to do about coins that were sent. */
const floods = (refused: OrderRefusal | null): boolean => refused?.code.startsWith('too_many_') === true;

const evidenceNames = {
  source_of_funds: 'Source of funds',
  source_of_funds_proof: 'Source of funds proof',
  wallet_holder: 'Who holds the wallet',
} as const;

/** The same key with other words is refused (decision A9). */
const otherWords = row(
  'general.key_reused',
  ({ ground: { earlier }, requestHash }: OrderRequest) => earlier !== null && earlier.requestHash !== requestHash && {},
);
const unconfirmed = row('accounts.confirm_needed', ({ confirmed }: OrderRequest) => !confirmed && {});

/** A request that was refused for good gets its answer again, without a second record (decision A9). */
const refusedBefore: readonly Row<OrderRequest>[] = [
  row('general.key_reused', ({ ground, requestHash }) => {
    const { refused } = ground.before;
    return refused !== null && refused.requestHash !== requestHash && {};
  }),
  {
    ends: 'trading.wallet_blocked, trading.transaction_blocked',
    when: ({ ground }) => ground.before.refused && refusal(`trading.${ground.before.refused.outcome}`, {}),
  },
];

/** Before somebody's first order they read what it means (decision 035). Prices are shown to everybody. */
const lessonFirst = row(
  'trading.lesson_first',
  ({ ground: { may } }: { ground: { may: Entitlement } }) =>
    may.settings.first_order.lesson === 'asked' && !may.taught && {},
);

/** Whatever is offered: its price, a second order of the same, and whether its person is there. */
const ofOffer: readonly Row<Offered>[] = [
  row('trading.quote_lapsed', ({ offer, trade, now }) => (offer.side !== trade.side || !standsNow(offer, now)) && {}),
  row(
    'trading.prices_unavailable',
    ({ offer: { terms }, now }) => terms.priceSource !== 'company' && !isFresh(terms.priceObservedAt, now) && {},
  ),
  row('trading.same_order_just_placed', ({ ground, input }) => !input.another && ground.twin !== null && ground.twin),
  unconfirmed,
];

const paused = row(
  'trading.paused',
  ({ settings, trade }: { settings: SettingsInForce; trade: Trade }) =>
    isPaused(settings, trade) && { symbol: trade.symbol },
);
const unfitWallet: Row<{ wallet: CheckedWallet }> = {
  ends: 'trading.network_unfit, trading.address_*, trading.tag_*',
  when: ({ wallet }) => wallet.no,
};
const overLimit: Row<{ verdict: Verdict }> = {
  ends: 'trading.not_possible, trading.too_*, trading.enhanced_kyc_required, trading.monthly_limit_*',
  when: ({ verdict: { refusal: over } }) => over && refusalOf(over),
};
/**
 * What was refused for good counts among the orders of the day as well, where nothing was sent yet: each is a record
 * and work for people, and costs nothing to ask for.
 */
const refusedOften = row(
  'trading.too_many_today',
  ({ ground: { may, before } }: { ground: { may: Entitlement; before: JudgedBefore } }) => {
    const most = may.settings.order_limits.perDay;
    return may.orders.today + before.refusedToday >= most && { most: String(most) };
  },
);
/**
 * At US$1,000 and more source of funds and a proof document are required [001 §5 Buy form, Sell form], and who holds
 * the wallet.
 */
const unprovenFunds = row('trading.funds_missing', ({ input, ground, trade, verdict }: Offered) => {
  const missing = missingEvidence(trade.side, verdict.large, {
    source: input.sourceOfFunds,
    hasProof: ground.fit.funds,
    knowsHolder: readHolding(input) !== null,
  });
  return missing.length > 0 && { what: missing.map((name) => evidenceNames[name]).join(', ') };
});

/** Whoever buys to a wallet that people warn of has read this very warning and answered its questions (052). */
const unanswered = row(
  'trading.warning_unanswered',
  ({ input, ground: { warned } }: Offered<Buy>) => warned !== null && answersTo(warned.known, input) === null && {},
);

/** For which reasons a purchase is refused, the first that applies. */
export const buyRefusals: readonly Row<Offered<Buy>>[] = [
  ...refusedBefore,
  lessonFirst,
  ...ofOffer,
  // The price shown is the price used: an offer for another network, or without one, is no offer for this order.
  row(
    'trading.quote_lapsed',
    ({ offer, settings, trade }) =>
      offer.terms.networkCost.minor !== networkCostOf(settings, trade.network).minor && {},
  ),
  row('trading.card_closed', ({ input, cardsOpen }) => input.paymentMethod === 'card' && !cardsOpen && {}),
  paused,
  unfitWallet,
  overLimit,
  refusedOften,
  unprovenFunds,
  unanswered,
];

/**
 * The same of a sell. Its coins are on their way, so they are never met by a bare refusal (decision A2): a pause does
 * not refuse it, nor a limit but how many there are; what it met is a reason to hold it, and then nobody is asked for
 * papers here.
 */
export const sellRefusals: readonly Row<Offered<Sell>>[] = [
  ...refusedBefore,
  lessonFirst,
  ...ofOffer,
  row('trading.wallet_proof_missing', ({ ground }) => !ground.fit.proof && {}),
  row('trading.proof_used', ({ ground, settings }) => ground.proves >= settings.order_limits.perPicture && {}),
  row(
    'trading.name_mismatch',
    ({ ground: { facts }, input }) => (facts === null || !holderMatches(input.accountHolderName, facts)) && {},
  ),
  row('trading.branch_needed', ({ offer, input }) => lacksBranch(offer.terms.net, input.routingNumber) && {}),
  unfitWallet,
  { ...overLimit, when: (known) => (floods(known.verdict.refusal) ? overLimit.when(known) : null) },
  { ...unprovenFunds, when: (known) => (known.verdict.refusal ? null : unprovenFunds.when(known)) },
];

/** The same of a look before coins are sent: what its wallet is told before its price is made, and after. */
export const lookRefusals = {
  atOnce: [lessonFirst, paused, unfitWallet] as const,
  priced: [overLimit, refusedOften] as const,
};

/**
 * What becomes of a request of either side: an answer that it got before, the first refusal of its table, or what its
 * order is made from. The tables of refusals are the checks before it is created, in order of effect: prices, address,
 * gate, cap, papers [001 §4 Pre-creation checks]. Whether wallet and risk allow it is judged behind this.
 */
export function decideOrder(ground: Groundwork, wish: Wish, { now, ...request }: Request & { now: Date }): Decision {
  const asked = { ...request, ground, now };
  const { earlier, quote: offer } = ground;
  if (earlier) {
    const no = firstRefusal([otherWords, unconfirmed], asked);
    return no ? { no } : { earlier };
  }
  if (!offer) return { no: firstRefusal(refusedBefore, asked) ?? refusal('trading.quote_lapsed', {}) };
  const { side, input } = wish;
  const { settings } = ground.may;
  const trade = { side, symbol: offer.terms.symbol, network: input.network };
  const typed =
    wish.side === 'buy'
      ? { address: wish.input.walletAddress, tag: wish.input.destinationTag }
      : { address: wish.input.senderWalletAddress, tag: '' };
  const wallet = customerWallet({ ...trade, ...typed }, settings);
  const verdict = verdictOn(offer.terms, ground.may, now);
  const known = { ...asked, offer, settings, trade, wallet, verdict };
  const no =
    wish.side === 'buy'
      ? firstRefusal(buyRefusals, { ...known, input: wish.input })
      : firstRefusal(sellRefusals, { ...known, input: wish.input });
  const afterPause = wish.side === 'sell' && isPaused(settings, trade);
  return no
    ? { no }
    : { order: { terms: offer.terms, wallet, large: verdict.large, over: verdict.refusal, afterPause } };
}

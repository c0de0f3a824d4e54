import { after } from '../../../kernel/clock.ts';
import type { Db, Person } from '../../../platform/database.ts';
import { brokenConstraint } from '../../../platform/database-faults.ts';
import { fingerprint } from '../../../platform/once.ts';
import {
  type Context,
  isConfirmed,
  refuseAfter,
  type Services,
  signedInAloneAfter,
} from '../../../platform/procedure.ts';
import { programOf } from '../../../platform/programs.ts';
import { takesCards } from '../../cards/gateways.ts';
import { askOutside, type ProviderAnswers, saidOf } from '../judging/ask-outside.ts';
import { judgeOrder, noticeOf, type PlacedNotice, stoppedBy } from '../judging/judge-order.ts';
import { keepStopped, openLimitCase, openStopCase } from '../judging/suspicion.ts';
import { mayRefuse, refusal, refuse } from '../messages.ts';
import { twinTime } from '../order/order.ts';
import { windowAt } from '../quoting/quote-store.ts';
import { PlaceBuyOrder, PlaceSellOrder } from '../schema.ts';
import { askedAboutTyped } from '../wallets/wallet-warning.ts';
import { decideOrder, type Wish } from './decide-order.ts';
import { sellDrafts } from './draft-store.ts';
import { groundwork } from './ground-store.ts';
import { type NewOrder, newOrder, whereTo } from './new-order.ts';
import { insertOrder } from './order-store.ts';

/** With what placing an order of either side can be refused. */
export const placingMayRefuse = mayRefuse(
  'trading.lesson_first',
  'trading.quote_lapsed',
  'trading.prices_unavailable',
  'trading.same_order_just_placed',
  'trading.enhanced_kyc_required',
  'trading.monthly_limit_no_tier',
  'trading.monthly_limit_reached',
  'trading.not_possible',
  'trading.too_small',
  'trading.too_many_open',
  'trading.too_many_unpaid',
  'trading.too_many_today',
  'trading.card_closed',
  'trading.paused',
  'trading.network_unfit',
  'trading.funds_missing',
  'trading.warning_unanswered',
  'trading.address_empty',
  'trading.address_malformed',
  'trading.address_checksum',
  'trading.address_other_network',
  'trading.address_test_network',
  'trading.address_burn_address',
  'trading.address_token_contract',
  'trading.address_token_account',
  'trading.address_excluded',
  'trading.tag_malformed',
  'trading.tag_too_large',
  'trading.tag_conflict',
  'trading.wallet_blocked',
  'trading.transaction_blocked',
  'general.key_reused',
  'accounts.confirm_needed',
);

/**
 * Places a buy order, by what is worked out here and nowhere else (decision A1): on submit it is created, not saved in
 * browser storage, and from here on the customer has a reference and 72 hours to pay, or an hour by card (decision A2)
 * [001 §4 Card buy flow, Bank buy flow]. Promises: never above the monthly limit, never past the gate without Enhanced
 * KYC, one order for one request, all or nothing.
 */
export const placeBuyOrder = signedInAloneAfter(askOutside)
  .errors(placingMayRefuse)
  .input(PlaceBuyOrder)
  .handler(async ({ context, input }) => place(context, { side: 'buy', input }));

/**
 * Places a sell order, created as pending: the coins are on their way and the wallet proof says so [001 §4 Sell flow,
 * decision A2]. A limit that was passed after the coins left does not refuse it, nor does a wallet or a score that
 * would have stopped a purchase: the order is held for staff, so that nobody's coins hang in the air (decisions A2,
 * A8).
 */
export const placeSellOrder = signedInAloneAfter(askOutside)
  .errors(placingMayRefuse)
  .errors(
    mayRefuse('trading.wallet_proof_missing', 'trading.proof_used', 'trading.name_mismatch', 'trading.branch_needed'),
  )
  .input(PlaceSellOrder)
  .handler(async ({ context, input }) => place(context, { side: 'sell', input }));

/** What every accepted request is answered with, whatever was found (decision A7). */
type Placed = { orderId: string; reference: string; notice: PlacedNotice };

type Placing = {
  readonly services: Services;
  readonly request: Context['request'];
  readonly tx: Db;
  readonly arriving: Promise<Person>;
  readonly asked: ProviderAnswers;
};

/** Reads the ground, decides, judges wallet and risk, writes: a round trip at either end (decision 004). */
async function place({ services, request, tx, arriving, asked }: Placing, wish: Wish): Promise<Placed> {
  const now = services.clock();
  const ground = await groundFor(tx, wish, now);
  const person = await arriving;
  const requestHash = fingerprint(wish.input);
  const cardsOpen = takesCards(services.config, ground.may.settings, 'order');
  const confirmed = isConfirmed(person, 30);
  const decision = decideOrder(ground, wish, { now, requestHash, confirmed, cardsOpen });
  if ('no' in decision) throw decision.no;
  if ('earlier' in decision) {
    const { orderId, reference, notice } = decision.earlier;
    return { orderId, reference, notice };
  }
  const { terms, wallet } = decision.order;
  const { key, network } = wish.input;
  const outside = saidOf(asked, wallet.address);
  const order = { userId: person.id, terms, network, walletAddress: wallet.address, at: now, outside };
  const judgement = await judgeOrder(tx, order, ground);
  const sent = { key, requestHash, requestId: request.id, keyId: programOf(request)?.keyId };
  // A buy that was found 'Wallet Blocked' or 'Transaction Blocked' stops here; a sell is held (decisions A2, A8).
  const stopped = wish.side === 'buy' ? stoppedBy(judgement) : null;
  if (stopped) refuseAfter(refusal(`trading.${stopped}`, {}), keepStopped(order, judgement, sent));
  // Before the order, whose statement commits.
  if (wish.side === 'sell') await sellDrafts.forget(tx);
  return write(tx, newOrder(wish, decision.order, { ground, order, judgement, sent }));
}

/** What is asked about the wallet of the order. */
function askedOfWallet({ side, input }: Wish) {
  const { network } = input;
  const typed = side === 'buy' ? input : { walletAddress: input.senderWalletAddress, destinationTag: '' };
  return askedAboutTyped({ network, ...typed });
}

/** The first statement of the batch, which leaves before it is known who asks. */
const groundFor = (tx: Db, wish: Wish, now: Date) => {
  const { key, quoteId, sourceOfFundsFile: funds } = wish.input;
  const proof = wish.side === 'sell' ? wish.input.proofFile : null;
  const twinSince = after(now, -twinTime);
  const wallet = askedOfWallet(wish);
  return groundwork(tx, {
    key,
    quoteId,
    window: windowAt(now),
    proof,
    funds,
    twinSince,
    whereTo: whereTo(wish),
    wallet,
  });
};

/**
 * Writes the order under a reference that nobody else has; a quote makes one order, whatever arrives twice. What a
 * judgement found goes along: its rows in the same statement, and a case where it stopped coins that were sent already.
 */
async function write(tx: Db, made: NewOrder): Promise<Placed> {
  const { order, reference, judged } = made;
  const { alert, judgement } = judged;
  const stopped = stoppedBy(judgement);
  try {
    const orderId = await insertOrder(tx, made, { more: stopped !== null || judged.opensCase });
    if (stopped && alert) await openStopCase(tx, order, { by: stopped, alertId: alert.id });
    else if (judged.opensCase && alert) await openLimitCase(tx, order, alert.id);
    return { orderId, reference, notice: noticeOf(judgement.screening) };
  } catch (error) {
    if (brokenConstraint(error) === 'one_order_per_quote') refuse('trading.quote_lapsed', {});
    if (brokenConstraint(error) === 'nothing_moves_while_frozen') refuse('trading.not_possible', {});
    throw error;
  }
}

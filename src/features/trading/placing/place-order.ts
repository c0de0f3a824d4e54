import { after } from '../../../kernel/clock.ts';
import { findReferences } from '../../../kernel/order-reference.ts';
import type { Db, SessionUser } from '../../../platform/database/database.ts';
import { getViolatedConstraint } from '../../../platform/database/database-faults.ts';
import { getApiKey } from '../../../platform/http/api-key.ts';
import { hashRequest } from '../../../platform/http/idempotency.ts';
import {
  authedSerialWithPrefetch,
  type Context,
  hasStepUp,
  refuseWithRecord,
  type Services,
} from '../../../platform/http/procedure.ts';
import { assertProfileComplete } from '../../../platform/http/session-user.ts';
import { areCardsAccepted } from '../../payments/cards/providers/registry.ts';
import { refusal, refusalCodes, refuse } from '../messages.ts';
import { duplicateWindowMs } from '../order/order.ts';
import { walletRefusals } from '../payees/payees.ts';
import { windowAt } from '../quoting/quote-store.ts';
import { assessOrder, blockReason, getPlacedNotice, type PlacedNotice } from '../risk-checks/assess-order.ts';
import { type OrderSource, openBlockCase, openLimitCase, recordBlockedRequest } from '../risk-checks/open-case.ts';
import { answersFor, type ProviderAnswers, queryScreeningProviders } from '../risk-checks/query-providers.ts';
import { PlaceBuyOrder, PlaceSellOrder } from '../schema.ts';
import { getTypedIndicators } from '../wallets/wallet-warning.ts';
import { decideOrder, type OrderIntent } from './decide-order.ts';
import { buildNewOrder, destinationKey, type NewOrder } from './new-order.ts';
import { insertOrder } from './order-store.ts';
import { hasOwnReference, loadPlacementContext } from './placement-context-store.ts';
import { sellDrafts } from './sell-draft.ts';

export { hasPlaced } from './placement-context-store.ts';

export const transferRefusalCodes = {
  ...walletRefusals,
  ...refusalCodes(
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
    'trading.paused',
    'trading.funds_missing',
    'trading.warning_unanswered',
    'trading.transaction_blocked',
    'general.key_reused',
    'accounts.confirm_needed',
  ),
};

export const sellRefusalCodes = refusalCodes(
  'trading.wallet_proof_missing',
  'trading.proof_used',
  'trading.name_mismatch',
  'trading.branch_needed',
  'trading.reference_in_bank',
);

export const placingRefusalCodes = { ...transferRefusalCodes, ...refusalCodes('trading.card_closed') };

/**
 * Places a buy order (decision A1) [001 §4 Card buy flow, Bank buy flow]. No order exceeds the monthly limit, or passes
 * the gate without Enhanced KYC. An idempotency key places one order.
 */
export const placeBuyOrder = authedSerialWithPrefetch(queryScreeningProviders)
  .errors(placingRefusalCodes)
  .input(PlaceBuyOrder)
  .handler(async function placeBuyOrder({ context, input }) {
    return placeOrder(withSource(context), { side: 'buy', input });
  });

/**
 * Places a sell order: its coins are already sent [001 §4 Sell flow, decision A2]. So an exceeded limit, a blocked
 * wallet or a high score puts the order on hold instead of rejecting it (decisions A2, A8).
 */
export const placeSellOrder = authedSerialWithPrefetch(queryScreeningProviders)
  .errors(placingRefusalCodes)
  .errors(sellRefusalCodes)
  .input(PlaceSellOrder)
  .handler(async function placeSellOrder({ context, input }) {
    return placeOrder(withSource(context), { side: 'sell', input });
  });

/** Does not show whether the order is on hold (decision A7). */
type Placed = { orderId: string; reference: string; notice: PlacedNotice };

type PlaceContext = {
  readonly services: Services;
  readonly source: OrderSource;
  readonly tx: Db;
  readonly userPromise: Promise<SessionUser>;
  readonly prefetched: ProviderAnswers;
};

const withSource = <Rest extends Pick<Context, 'request'>>(context: Rest) => ({
  ...context,
  source: { requestId: context.request.id, keyId: getApiKey(context.request)?.keyId },
});

/** A returned transfer can repeat these texts. A reference in them would assign the money to another order. */
async function hasReferenceInBank(tx: Db, intent: OrderIntent): Promise<boolean> {
  if (intent.side === 'buy') return false;
  const { bankName, accountHolderName, routingNumber } = intent.input;
  return hasOwnReference(tx, [bankName, accountHolderName, routingNumber].flatMap(findReferences));
}

/** Needs two database round trips: one to load the context, one to write the order, which commits `tx` (ADR 03). */
export async function placeOrder(
  { services, source, tx, userPromise, prefetched }: PlaceContext,
  intent: OrderIntent,
): Promise<Placed> {
  const now = services.clock();
  const [context, isReferenceInBank] = await Promise.all([
    loadContext(tx, intent, now),
    hasReferenceInBank(tx, intent),
  ]);
  const person = await userPromise;
  // Holds no coins back: our wallet is shown only for a complete profile.
  assertProfileComplete(person);
  const requestHash = hashRequest(intent.input);
  const cardsOpen = areCardsAccepted(services.config, context.entitlement.settings, 'order');
  const confirmed = hasStepUp(person, 30);
  const decision = decideOrder(context, intent, { now, requestHash, confirmed, cardsOpen });
  if ('violation' in decision) throw decision.violation;
  if ('earlier' in decision) {
    const { orderId, reference, notice } = decision.earlier;
    return { orderId, reference, notice };
  }
  if (isReferenceInBank) refuse('trading.reference_in_bank', {});
  const { terms, wallet } = decision.order;
  const { key, network } = intent.input;
  const providerAnswers = answersFor(prefetched, wallet.address);
  const order = {
    userId: person.id,
    terms,
    network,
    walletAddress: wallet.address,
    at: now,
    providerAnswers,
  };
  const assessment = await assessOrder(tx, order, context);
  const proofFile = context.ownFiles.funds ? intent.input.sourceOfFundsFile : null;
  const orderRequest = { key, requestHash, ...source, proofFile };
  // A blocked wallet or transaction rejects a buy, but only holds a sell (decisions A2, A8).
  const blocked = intent.side === 'buy' ? blockReason(assessment) : null;
  if (blocked)
    refuseWithRecord(refusal(`trading.${blocked}`, {}), recordBlockedRequest(order, assessment, orderRequest));
  const newOrder = buildNewOrder(intent, decision.order, { context, order, assessment, request: orderRequest });
  // Sent before the insert, which commits the transaction.
  const forgotten = intent.side === 'sell' && sellDrafts.forget(tx);
  const [placed] = await Promise.all([writeOrder(tx, newOrder), forgotten]);
  return placed;
}

function getWalletIndicators({ side, input }: OrderIntent) {
  const { network } = input;
  const typed = side === 'buy' ? input : { walletAddress: input.senderWalletAddress, destinationTag: '' };
  return getTypedIndicators({ network, ...typed });
}

/** Runs in one batch with the session query, so it must not depend on the user. */
const loadContext = (tx: Db, intent: OrderIntent, now: Date) => {
  const { key, quoteId, sourceOfFundsFile: funds } = intent.input;
  const proof = intent.side === 'sell' ? intent.input.proofFile : null;
  const duplicateSince = after(now, -duplicateWindowMs);
  const wallet = getWalletIndicators(intent);
  return loadPlacementContext(tx, {
    key,
    quoteId,
    window: windowAt(now),
    proof,
    funds,
    duplicateSince,
    destination: destinationKey(intent),
    wallet,
  });
};

async function writeOrder(tx: Db, newOrder: NewOrder): Promise<Placed> {
  const { order, reference, outcome } = newOrder;
  const { alert, assessment } = outcome;
  const blocked = blockReason(assessment);
  try {
    const orderId = await insertOrder(tx, newOrder, { keepOpen: blocked !== null || outcome.opensCase });
    if (blocked && alert) await openBlockCase(tx, order, { by: blocked, alertId: alert.id });
    else if (outcome.opensCase && alert) await openLimitCase(tx, order, alert.id);
    return { orderId, reference, notice: getPlacedNotice(assessment.screening) };
  } catch (error) {
    const constraint = getViolatedConstraint(error);
    // A promo code that another order used up since the quote.
    if (constraint === 'one_order_per_quote' || constraint === 'promo_code_open') refuse('trading.quote_lapsed', {});
    if (constraint === 'nothing_moves_while_frozen') refuse('trading.not_possible', {});
    throw error;
  }
}

import { createHash } from 'node:crypto';
import { after, minutes } from '../../../kernel/clock.ts';
import type { Db } from '../../../platform/database.ts';
import { brokenConstraint } from '../../../platform/database-faults.ts';
import { isFresh } from '../../prices/freshness.ts';
import { readHolding, type WalletHolding } from '../coins/transfer-parties.ts';
import { alertFor, limitAlert, stoppedBy } from '../judging/alert-for.ts';
import { judgedFacts, noticeOf, type OrderToJudge, type PlacedNotice } from '../judging/judge-order.ts';
import type { JudgingGround } from '../judging/judge-store.ts';
import { openLimitCase, openStopCase } from '../judging/suspicion.ts';
import { refuse } from '../messages.ts';
import { type Side, twinTime } from '../order/order.ts';
import { readReason } from '../order/reasons.ts';
import { quoteSeconds } from '../quoting/pricing.ts';
import { windowAt } from '../quoting/quote-store.ts';
import { missingEvidence } from '../quoting/source-of-funds.ts';
import type { Terms } from '../quoting/terms.ts';
import { type Groundwork, groundwork } from './ground-store.ts';
import { insertOrder, type NewOrder } from './order-store.ts';

/** What an order request of either side has in common. */
export type OrderRequest = {
  readonly key: string;
  readonly quoteId: string;
  readonly another: boolean;
  readonly sourceOfFunds: string | null;
  readonly sourceOfFundsFile: string | null;
} & WalletHolding;

/** What every accepted request is answered with, whatever was found (decision A7). */
export type Placed = { orderId: string; reference: string; notice: PlacedNotice };

/** Whether an offer stands: not lapsed, and not made when a clock ran ahead, which would give it as much longer. */
const standsNow = ({ expiresAt }: { expiresAt: Date }, now: Date): boolean =>
  expiresAt >= now && expiresAt <= after(now, quoteSeconds * 1000 + minutes(1));

/** The same request in the same words gives the same fingerprint (decision A9). */
export const fingerprint = (input: object): string =>
  createHash('sha256')
    .update(JSON.stringify(input, Object.keys(input).sort()))
    .digest('hex');

/** Reads the ground and settles what needs no further rule: an answer given before, a twin, a lapsed offer. */
export async function prepareOrder(
  tx: Db,
  request: OrderRequest,
  about: { side: Side; now: Date; whereTo: string; proof: string | null },
): Promise<{ placed: Placed } | { ground: Groundwork; terms: Terms; requestHash: string }> {
  const { side, now, whereTo, proof } = about;
  const files = { proof, funds: request.sourceOfFundsFile };
  const asked = { key: request.key, quoteId: request.quoteId, window: windowAt(now), ...files, whereTo };
  const ground = await groundwork(tx, { ...asked, twinSince: after(now, -twinTime) });
  const requestHash = fingerprint(request);
  if (ground.earlier) {
    if (ground.earlier.requestHash !== requestHash) refuse('general.key_reused', {});
    const { orderId, reference, notice } = ground.earlier;
    return { placed: { orderId, reference, notice } };
  }
  refuseAgain(ground.before, requestHash);
  const { quote } = ground;
  if (!quote || quote.side !== side || !standsNow(quote, now)) return refuse('trading.quote_lapsed', {});
  if (quote.terms.priceSource !== 'company' && !isFresh(quote.terms.priceObservedAt, now))
    refuse('trading.prices_unavailable', {});
  if (ground.twin && !request.another) refuse('trading.same_order_just_placed', ground.twin);
  return { ground, terms: quote.terms, requestHash };
}

/** A request that was refused for good gets its answer again, without a second record (decision A9). */
export function refuseAgain({ refused }: JudgingGround['before'], requestHash: string): void {
  if (!refused) return;
  if (refused.requestHash !== requestHash) refuse('general.key_reused', {});
  refuse(`trading.${refused.outcome}`, {});
}

const evidenceNames = {
  source_of_funds: 'Source of funds',
  source_of_funds_proof: 'Source of funds proof',
  wallet_holder: 'Who holds the wallet',
} as const;

/** At US$1,000 and more: where the money comes from, a document that shows it [001 §5], and who holds the wallet. */
export function refuseWithoutFunds(
  { side, large }: { side: Side; large: boolean },
  request: OrderRequest,
  { funds: hasProof }: Groundwork['fit'],
): void {
  const missing = missingEvidence(side, large, {
    source: request.sourceOfFunds,
    hasProof,
    knowsHolder: readHolding(request) !== null,
  });
  if (missing.length > 0)
    refuse('trading.funds_missing', { what: missing.map((name) => evidenceNames[name]).join(', ') });
}

/** Everything of a new order that the two forms know; the rest follows from its judgement. */
export type OrderDraft = Omit<
  NewOrder,
  'held' | 'complianceNotes' | 'alert' | 'userId' | 'type' | 'terms' | 'network' | 'at'
>;

/**
 * Writes the order under a reference that nobody else has; a quote makes one order, whatever arrives twice. What a
 * judgement found goes along: its rows in the same statement, and a case where it stopped coins that were sent already.
 */
export async function writeOrder(tx: Db, order: OrderToJudge<Terms>, draft: OrderDraft): Promise<Placed> {
  const { judgement, holdReason, ids, reference } = draft;
  const { userId, terms, network, at } = order;
  const { overLimit } = draft;
  const alert = alertFor(judgement, order, ids.order) ?? (overLimit && limitAlert(order, judgement, ids.order));
  const stopped = stoppedBy(judgement);
  const gathers = alert !== null && overLimit?.opensCase === true;
  const whole = {
    ...draft,
    ...{ userId, type: terms.side, terms, network, at, alert, held: holdReason !== null },
    complianceNotes: holdReason === null ? null : (readReason('hold', holdReason)?.staff ?? null),
    receipt: { ...draft.receipt, ...judgedFacts(judgement) },
  };
  try {
    const orderId = await insertOrder(tx, whole, { more: stopped !== null || gathers });
    if (stopped && alert) await openStopCase(tx, order, { by: stopped, alertId: alert.id });
    else if (gathers) await openLimitCase(tx, order, alert.id);
    return { orderId, reference, notice: noticeOf(judgement.screening) };
  } catch (error) {
    if (brokenConstraint(error) === 'one_order_per_quote') refuse('trading.quote_lapsed', {});
    if (brokenConstraint(error) === 'nothing_moves_while_frozen') refuse('trading.not_possible', {});
    throw error;
  }
}

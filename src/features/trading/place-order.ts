import { createHash, randomBytes } from 'node:crypto';
import { utcMonthWindow } from '../../kernel/calendar.ts';
import { after, minutes } from '../../kernel/clock.ts';
import { orderReference } from '../../kernel/ids.ts';
import { refuse } from '../../messages.ts';
import type { Db } from '../../platform/database.ts';
import { brokenConstraint } from '../../platform/database-faults.ts';
import { isFresh } from '../prices/freshness.ts';
import type { Settings } from '../settings/schema.ts';
import type { AssetSymbol } from './assets.ts';
import type { Network } from './networks.ts';
import type { Side } from './order.ts';
import { type Groundwork, groundwork, insertOrder, type NewOrder } from './order-store.ts';
import { missingEvidence } from './source-of-funds.ts';
import type { Terms } from './terms.ts';

/** What an order request of either side has in common. */
export type OrderRequest = {
  readonly key: string;
  readonly quoteId: string;
  readonly another: boolean;
  readonly sourceOfFunds: string | null;
  readonly sourceOfFundsFile: string | null;
};

export type Placed = { orderId: string; reference: string };

/** Orders alike within this time are taken for one, pressed in two tabs; after it, for a second one. */
const twinTime = minutes(10);

/** The same request in the same words gives the same fingerprint (decision A9). */
export const fingerprint = (input: object): string =>
  createHash('sha256')
    .update(JSON.stringify(input, Object.keys(input).sort()))
    .digest('hex');

/** Reads the ground and settles what needs no further rule: an answer given before, a twin, a lapsed offer. */
export async function prepareOrder(
  tx: Db,
  request: OrderRequest,
  about: { side: Side; now: Date; whereTo: string; files: readonly (string | null)[] },
): Promise<{ placed: Placed } | { ground: Groundwork; terms: Terms; requestHash: string }> {
  const { side, now, whereTo } = about;
  const files = about.files.filter((id) => id !== null);
  const asked = { key: request.key, quoteId: request.quoteId, window: utcMonthWindow(now), files, whereTo };
  const ground = await groundwork(tx, { ...asked, twinSince: after(now, -twinTime) });
  const requestHash = fingerprint(request);
  if (ground.earlier) {
    if (ground.earlier.requestHash !== requestHash) refuse('general.key_reused', {});
    const { orderId, reference } = ground.earlier;
    return { placed: { orderId, reference } };
  }
  const { quote } = ground;
  if (!quote || quote.side !== side || quote.expiresAt < now) return refuse('trading.quote_lapsed', {});
  if (quote.terms.priceSource !== 'company' && !isFresh(quote.terms.priceObservedAt, now))
    refuse('trading.prices_unavailable', {});
  if (ground.twin && !request.another) refuse('trading.same_order_just_placed', ground.twin);
  return { ground, terms: quote.terms, requestHash };
}

type Trade = { readonly side: Side; readonly symbol: AssetSymbol; readonly network: Network };

/** Refuses an asset or network that staff have paused (decision D1). */
export function refusePaused(settings: Settings, { side, symbol, network }: Trade): void {
  const paused = settings.asset_switches.paused.some(
    (line) => line.side === side && line.symbol === symbol && (line.network === null || line.network === network),
  );
  if (paused) refuse('trading.paused', { symbol });
}

const evidenceNames = { source_of_funds: 'Source of funds', source_of_funds_proof: 'Source of funds proof' } as const;

/** At US$1,000 and more: where the money comes from, and a document that shows it [001 §5]. */
export function refuseWithoutFunds(
  { side, large }: { side: Side; large: boolean },
  request: OrderRequest,
  files: readonly string[],
): void {
  const hasProof = request.sourceOfFundsFile !== null && files.includes(request.sourceOfFundsFile);
  const missing = missingEvidence(side, large, { source: request.sourceOfFunds, hasProof });
  if (missing.length > 0)
    refuse('trading.funds_missing', { what: missing.map((name) => evidenceNames[name]).join(', ') });
}

/** Writes the order under a reference that nobody else has; a quote makes one order, whatever arrives twice. */
export async function writeOrder(tx: Db, order: Omit<NewOrder, 'reference'>): Promise<Placed> {
  const reference = orderReference(randomBytes(7));
  try {
    return { orderId: await insertOrder(tx, { ...order, reference }), reference };
  } catch (error) {
    if (brokenConstraint(error) === 'one_order_per_quote') refuse('trading.quote_lapsed', {});
    throw error;
  }
}

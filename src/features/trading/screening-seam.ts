import type { Db } from '../../platform/database.ts';
import type { Terms } from './terms.ts';

/** What a judgement of wallet and risk will look at: everything known before the order exists. */
export type OrderToJudge = {
  readonly userId: string;
  readonly terms: Terms;
  readonly network: string;
  /** Where the coins go (buy) or come from (sell), in its normalised form. */
  readonly walletAddress: string;
  readonly at: Date;
};

/** The outcomes of [001 §4], steps 4 and 5: the order goes on, or waits for a person (decision A4). */
export type Judgement = { readonly outcome: 'go_on' } | { readonly outcome: 'hold'; readonly reason: string };

/**
 * The one place where wallet screening and risk scoring will decide, inside the transaction that creates the order.
 * Neither exists yet, and nothing here pretends to: no score is computed, no list is asked, no result is recorded.
 */
export type Judge = (tx: Db, order: OrderToJudge) => Promise<Judgement>;

export const judgeOrder: Judge = async () => ({ outcome: 'go_on' });

import type { Side } from '../order/order.ts';

/**
 * Source options of buy and sell: where the money or the coins of a large order come from [001 §9 Enhanced due
 * diligence, decision E5]. Orders at the threshold or above need a source and a document that shows it; smaller ones
 * are not asked.
 */
export const buySources = [
  'employment_salary',
  'business_income',
  'investment_returns',
  'inheritance',
  'gift',
  'real_estate',
  'cryptocurrency',
  'savings',
  'other',
] as const;

export const sellSources = [
  'employment_salary',
  'business_income',
  'investment_returns',
  'cryptocurrency_trading',
  'inheritance',
  'gift',
  'real_estate',
  'savings',
  'crypto_holdings',
  'other',
] as const;

export type SourceOfFunds = (typeof buySources)[number] | (typeof sellSources)[number];

const sources: Readonly<Record<Side, readonly SourceOfFunds[]>> = { buy: buySources, sell: sellSources };

/** The options of the select, in the documented order. */
export const sourcesFor = (side: Side): readonly SourceOfFunds[] => sources[side];

export const isSource = (side: Side, text: string): text is SourceOfFunds =>
  (sources[side] as readonly string[]).includes(text);

/**
 * Defaults when empty at the threshold or above: purpose and source of buy and sell, as they are recorded [001 §9
 * Enhanced due diligence].
 */
export const recordedDefaults = {
  buy: { purpose: 'crypto_investment', source: 'employment' },
  sell: { purpose: 'crypto_liquidation', source: 'crypto_holdings' },
} as const satisfies Record<Side, { purpose: string; source: string }>;

export type FundsStatement = {
  readonly source: string | null;
  readonly hasProof: boolean;
  /** Whether it was told who holds the customer's wallet (`transfer-parties.ts`). */
  readonly knowsHolder: boolean;
};
export type MissingEvidence = 'source_of_funds' | 'source_of_funds_proof' | 'wallet_holder';

/** What is still to be given. `large` is the answer of `meetsThreshold`; a source of the other side is none. */
export function missingEvidence(side: Side, large: boolean, given: FundsStatement): readonly MissingEvidence[] {
  if (!large) return [];
  const missing: MissingEvidence[] = [];
  if (given.source === null || !isSource(side, given.source)) missing.push('source_of_funds');
  if (!given.hasProof) missing.push('source_of_funds_proof');
  if (!given.knowsHolder) missing.push('wallet_holder');
  return missing;
}

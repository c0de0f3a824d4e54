import type { Side } from '../order/order.ts';

/** Source options of buy and sell [001 §9 Enhanced due diligence, decision E5]. */
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

export const sourcesFor = (side: Side): readonly SourceOfFunds[] => sources[side];

export const isSource = (side: Side, text: string): text is SourceOfFunds =>
  (sources[side] as readonly string[]).includes(text);

/** Stored for empty fields of orders from the threshold up [001 §9 Enhanced due diligence]. */
export const recordedDefaults = {
  buy: { purpose: 'crypto_investment', source: 'employment' },
  sell: { purpose: 'crypto_liquidation', source: 'crypto_holdings' },
} as const satisfies Record<Side, { purpose: string; source: string }>;

export type FundsStatement = {
  readonly source: string | null;
  readonly hasProof: boolean;
  readonly knowsHolder: boolean;
};
export type MissingEvidence = 'source_of_funds' | 'source_of_funds_proof' | 'wallet_holder';

export function missingEvidence(side: Side, large: boolean, statement: FundsStatement): readonly MissingEvidence[] {
  if (!large) return [];
  const missing: MissingEvidence[] = [];
  if (statement.source === null || !isSource(side, statement.source)) missing.push('source_of_funds');
  if (!statement.hasProof) missing.push('source_of_funds_proof');
  if (!statement.knowsHolder) missing.push('wallet_holder');
  return missing;
}

import type { Money } from '../../kernel/money.ts';
import type { Occupation } from './options.ts';

/** How much care a customer asks for, by what they declare for Enhanced KYC [000 §9]. Never shown to them. */
export const riskLevels = ['low', 'medium', 'high', 'critical'] as const;
export type RiskLevel = (typeof riskLevels)[number];

/** The risk level of each occupation [000 §9]. */
export const occupationRisk: Readonly<Record<Occupation, RiskLevel>> = {
  political_figure: 'critical',
  government_official: 'high',
  military_official: 'high',
  diplomat: 'high',
  crypto_business: 'high',
  money_service: 'high',
  gambling: 'high',
  judge: 'medium',
  senior_executive: 'medium',
  financial_services: 'medium',
  real_estate: 'medium',
  art_dealer: 'medium',
  precious_metals: 'medium',
  other: 'low',
};

export type Declared = {
  readonly pep: boolean;
  readonly highRiskJurisdiction: boolean;
  readonly occupation: Occupation;
  /** A month's income in J$. */
  readonly monthlyIncome: Money;
};

/**
 * The calculated risk [000 §9]: critical for a politically exposed person or a political figure, else high for a
 * high-risk jurisdiction, else what the occupation says. The document's list of the high set leaves out the diplomat,
 * whom its own table calls high: the stricter reading holds.
 */
export function calculatedRisk({ pep, highRiskJurisdiction, occupation }: Declared): RiskLevel {
  if (pep) return 'critical';
  const byWork = occupationRisk[occupation];
  return highRiskJurisdiction && byWork !== 'critical' ? 'high' : byWork;
}

export const triggers = ['pep', 'high_risk_jurisdiction', 'income_threshold', 'high_risk_occupation'] as const;
export type Trigger = (typeof triggers)[number];

/** J$1,000,000 a month, in cents [000 §9]: above it the income itself asks for due diligence. */
const incomeThreshold = 100_000_000n;
const triggerOccupations: readonly Occupation[] = ['political_figure', 'crypto_business', 'money_service'];

/** Why enhanced due diligence is required, in the documented order; empty when it is not [000 §9]. */
export function dueDiligenceTriggers(declared: Declared): readonly Trigger[] {
  const met: Record<Trigger, boolean> = {
    pep: declared.pep,
    high_risk_jurisdiction: declared.highRiskJurisdiction,
    income_threshold: declared.monthlyIncome.minor > incomeThreshold,
    high_risk_occupation: triggerOccupations.includes(declared.occupation),
  };
  return triggers.filter((trigger) => met[trigger]);
}

/** Both, as the preview for admins and the submission itself work them out. */
export type Assessment = { readonly risk: RiskLevel; readonly triggers: readonly Trigger[] };
export const assess = (declared: Declared): Assessment => ({
  risk: calculatedRisk(declared),
  triggers: dueDiligenceTriggers(declared),
});

/** What counts of a customer when risk is judged. */
export type Counted = Assessment & {
  readonly pep: boolean;
  readonly highRiskJurisdiction: boolean;
  readonly occupationRisk: RiskLevel;
};

/** What a declaration counts for by itself. */
export const countedOf = (declared: Declared): Counted => ({
  ...assess(declared),
  pep: declared.pep,
  highRiskJurisdiction: declared.highRiskJurisdiction,
  occupationRisk: occupationRisk[declared.occupation],
});

const higher = (one: RiskLevel, other: RiskLevel): RiskLevel =>
  riskLevels.indexOf(one) < riskLevels.indexOf(other) ? other : one;

/**
 * What counts while nobody approved the newer declaration: in each point the worse of the two (decision E5). Otherwise
 * customers wash their own score by saying 'no' before anybody looked. Only an approval makes one count alone.
 */
export const worse = (before: Counted | null, now: Counted): Counted => {
  if (before === null) return now;
  return {
    pep: before.pep || now.pep,
    highRiskJurisdiction: before.highRiskJurisdiction || now.highRiskJurisdiction,
    occupationRisk: higher(before.occupationRisk, now.occupationRisk),
    risk: higher(before.risk, now.risk),
    triggers: triggers.filter((trigger) => before.triggers.includes(trigger) || now.triggers.includes(trigger)),
  };
};

import type { Money } from '../../kernel/money.ts';
import type { Occupation } from './options.ts';

/** Risk levels of a declaration [000 §9]. Customers never see them. */
export const riskLevels = ['low', 'medium', 'high', 'critical'] as const;
export type RiskLevel = (typeof riskLevels)[number];

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
  readonly monthlyIncome: Money;
};

/** Calculates the risk level [000 §9]. The stricter reading applies to diplomats, who are high only in the table. */
export function calculatedRisk({ pep, highRiskJurisdiction, occupation }: Declared): RiskLevel {
  if (pep) return 'critical';
  const byWork = occupationRisk[occupation];
  return highRiskJurisdiction && byWork !== 'critical' ? 'high' : byWork;
}

export const triggers = ['pep', 'high_risk_jurisdiction', 'income_threshold', 'high_risk_occupation'] as const;
export type Trigger = (typeof triggers)[number];

/** J$1,000,000 a month, in cents [000 §9]. */
const incomeThreshold = 100_000_000n;
const triggerOccupations: readonly Occupation[] = ['political_figure', 'crypto_business', 'money_service'];

/** Lists the triggers of enhanced due diligence in the order of the specification [000 §9]. */
export function dueDiligenceTriggers(declared: Declared): readonly Trigger[] {
  const isMet: Record<Trigger, boolean> = {
    pep: declared.pep,
    high_risk_jurisdiction: declared.highRiskJurisdiction,
    income_threshold: declared.monthlyIncome.minor > incomeThreshold,
    high_risk_occupation: triggerOccupations.includes(declared.occupation),
  };
  return triggers.filter((trigger) => isMet[trigger]);
}

export type Assessment = { readonly risk: RiskLevel; readonly triggers: readonly Trigger[] };
export const assess = (declared: Declared): Assessment => ({
  risk: calculatedRisk(declared),
  triggers: dueDiligenceTriggers(declared),
});

export type CountedRisk = Assessment & {
  readonly pep: boolean;
  readonly highRiskJurisdiction: boolean;
  readonly occupationRisk: RiskLevel;
};

export const countRisk = (declared: Declared): CountedRisk => ({
  ...assess(declared),
  pep: declared.pep,
  highRiskJurisdiction: declared.highRiskJurisdiction,
  occupationRisk: occupationRisk[declared.occupation],
});

const higherRisk = (one: RiskLevel, other: RiskLevel): RiskLevel =>
  riskLevels.indexOf(one) < riskLevels.indexOf(other) ? other : one;

/** Combines two declarations field by field into the higher risk, which applies until an approval (decision E5). */
export const combineRisk = (before: CountedRisk | null, now: CountedRisk): CountedRisk => {
  if (before === null) return now;
  return {
    pep: before.pep || now.pep,
    highRiskJurisdiction: before.highRiskJurisdiction || now.highRiskJurisdiction,
    occupationRisk: higherRisk(before.occupationRisk, now.occupationRisk),
    risk: higherRisk(before.risk, now.risk),
    triggers: triggers.filter((trigger) => before.triggers.includes(trigger) || now.triggers.includes(trigger)),
  };
};

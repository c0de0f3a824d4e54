import { jamaicaHour } from '../../../kernel/calendar.ts';
import { formatMinorUnits } from '../../../kernel/money.ts';
import type { Db } from '../../../platform/database/database.ts';
import { assessRisk } from '../../risk/assess-order-risk.ts';
import type { Inputs } from '../../risk/score.ts';
import type { RiskResult } from '../../risk/store.ts';
import type { Outcome } from '../../risk/views.ts';
import type { ProviderAnswer } from '../../screening/provider.ts';
import { loadSanctionsIndex, screenAddress, type WalletScreening } from '../../screening/screen-wallet.ts';
import { withProviders } from '../../screening/wallet-providers.ts';
import { isLarge } from '../quoting/limits.ts';
import type { Entitlement } from '../quoting/quote-store.ts';
import type { AssessedTerms } from '../quoting/terms.ts';
import type { AssessmentBasis } from './assessment-store.ts';

export type OrderToAssess<Terms extends AssessedTerms = AssessedTerms> = {
  readonly userId: string;
  readonly terms: Terms;
  readonly network: string;
  readonly walletAddress: string;
  readonly at: Date;
  readonly providerAnswers: readonly ProviderAnswer[];
};

/** `wallet_blocked` ranks first. `screening_down` holds the order (A4) [001 §4 Pre-creation checks, §8 Trading]. */
export type AssessmentOutcome = 'wallet_blocked' | 'transaction_blocked' | 'screening_down' | null;

export type OrderAssessment = {
  readonly screening: WalletScreening;
  readonly risk: RiskResult;
  readonly finding: AssessmentOutcome;
};

export type BlockReason = Exclude<NonNullable<AssessmentOutcome>, 'screening_down'>;
export const blockReason = ({ finding }: OrderAssessment): BlockReason | null =>
  finding === 'screening_down' ? null : finding;

type AssessmentContext = AssessmentBasis & {
  readonly entitlement: Pick<Entitlement, 'settings' | 'month' | 'declaredIncome'>;
};

/** Decides on screening and risk for every order [001 §1, decision A1]. Makes no network calls. */
export async function assessOrder(tx: Db, order: OrderToAssess, context: AssessmentContext): Promise<OrderAssessment> {
  const index = await loadSanctionsIndex(tx, context.sanctionsVersion);
  const { walletAddress: address, network, terms, at } = order;
  const listed = screenAddress(index, { address, network, symbol: terms.symbol }, at);
  const screening = withProviders(listed, order.providerAnswers);
  const risk = await assessRisk(tx, context.ruleSetId, buildInputs(order, context, screening));
  return { screening, risk, finding: decideFinding(screening, risk) };
}

/** Amounts are J$ before the fee. Month figures include this order (decision B3) [001 §9 Risk scoring]. */
function buildInputs(
  { terms, at }: OrderToAssess,
  { entitlement, facts, before }: AssessmentContext,
  wallet: WalletScreening,
): Inputs {
  const { gross, orders } = entitlement.month;
  return {
    amount: formatMinorUnits(terms.gross.minor),
    reachesThreshold: isLarge(terms, entitlement.settings),
    monthTotal: formatMinorUnits(gross.minor + terms.gross.minor),
    monthlyIncome: entitlement.declaredIncome,
    ordersThisMonth: orders + 1,
    hour: jamaicaHour(at),
    highRiskJurisdiction: facts?.highRiskJurisdiction ?? false,
    pep: facts?.pep ?? false,
    sanctions: getSanctionsResult(before.confirmed ? 'flagged' : (facts?.sanctions ?? null), wallet),
    dueDiligence: facts?.dueDiligence ?? false,
    walletScore: wallet.riskScore,
  };
}

function getSanctionsResult(person: string | null, { result }: WalletScreening): Inputs['sanctions'] {
  const found = [person, result];
  if (found.includes('flagged')) return 'flagged';
  if (found.includes('high_risk')) return 'high_risk';
  return result === 'error' ? 'unknown' : 'clear';
}

function decideFinding({ result }: WalletScreening, { blocked }: RiskResult): AssessmentOutcome {
  if (result === 'flagged' || result === 'high_risk') return 'wallet_blocked';
  if (blocked) return 'transaction_blocked';
  return result === 'error' ? 'screening_down' : null;
}

export const getOutcome = (held: boolean): Outcome => (held ? 'held' : 'accepted');

/** Screening notice of an accepted order [001 §4 Pre-creation checks, decision A4]. */
export type PlacedNotice = 'wallet_notice' | 'wallet_screening' | null;

export function getPlacedNotice({ result, deeper }: Pick<WalletScreening, 'result' | 'deeper'>): PlacedNotice {
  if (result === 'error') return 'wallet_notice';
  return result === 'clear' && deeper ? 'wallet_screening' : null;
}

/** risk_score, risk_level, wallet_screening [001 §3 transactions]. Never sent to the customer (A7). */
export const buildReceiptScreening = ({
  screening: { result, riskScore, provider, deeper },
  risk,
}: OrderAssessment) => ({
  risk_score: risk.score.score,
  risk_level: risk.score.level,
  wallet_screening: { result, risk_score: riskScore, provider, deeper },
});

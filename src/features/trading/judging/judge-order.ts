import { jamaicaHour } from '../../../kernel/calendar.ts';
import { moneyText } from '../../../kernel/money.ts';
import type { Db } from '../../../platform/database.ts';
import { type Judged, judge } from '../../risk/judge.ts';
import type { Inputs } from '../../risk/score.ts';
import type { Outcome } from '../../risk/views.ts';
import type { ProviderAnswer } from '../../screening/provider.ts';
import { sanctionsIndex, screenAddress, type WalletScreening } from '../../screening/screen-wallet.ts';
import { withProviders } from '../../screening/wallet-providers.ts';
import { isLarge } from '../quoting/limits.ts';
import type { Entitlement } from '../quoting/quote-store.ts';
import type { JudgedTerms } from '../quoting/terms.ts';
import type { JudgingGround } from './judge-store.ts';

/** What a judgement of wallet and risk looks at: everything known before the order exists. */
export type OrderToJudge<Terms extends JudgedTerms = JudgedTerms> = {
  readonly userId: string;
  readonly terms: Terms;
  readonly network: string;
  /** Where the coins go (buy) or come from (sell), in its normalised form. */
  readonly walletAddress: string;
  readonly at: Date;
  /** What providers said of the wallet before the transaction; none is asked by default. */
  readonly outside: readonly ProviderAnswer[];
};

/**
 * What stands in the way, gravest first: 'Wallet Blocked' (flagged or high_risk), then 'Transaction Blocked', then a
 * screening error, which holds it (A4) [001 §4 Pre-creation checks, §8 Trading].
 */
export type Finding = 'wallet_blocked' | 'transaction_blocked' | 'screening_down' | null;

export type Judgement = { readonly screening: WalletScreening; readonly judged: Judged; readonly finding: Finding };

/** What stopped an order, if anything did; a screening that is down only delays it. */
export type Stopping = Exclude<NonNullable<Finding>, 'screening_down'>;
export const stoppedBy = ({ finding }: Judgement): Stopping | null => (finding === 'screening_down' ? null : finding);

type Ground = JudgingGround & { readonly may: Pick<Entitlement, 'settings' | 'month' | 'declaredIncome'> };

/**
 * The one place where wallet screening and risk scoring decide, inside the transaction that creates the order [001 §1,
 * decision A1]. Lists and rules are known to the process; nothing is asked of the network here.
 */
export async function judgeOrder(tx: Db, order: OrderToJudge, ground: Ground): Promise<Judgement> {
  const index = await sanctionsIndex(tx, ground.sanctionsVersion);
  const { walletAddress: address, network, terms, at } = order;
  const listed = screenAddress(index, { address, network, symbol: terms.symbol }, at);
  const screening = withProviders(listed, order.outside);
  const judged = await judge(tx, ground.ruleSetId, inputsOf(order, ground, screening));
  return { screening, judged, finding: findingOf(screening, judged) };
}

/**
 * What the score is made from (decision B3: amounts and totals in J$ before the fee, the month with this order) [001 §9
 * Risk scoring].
 */
function inputsOf({ terms, at }: OrderToJudge, { may, facts, before }: Ground, wallet: WalletScreening): Inputs {
  const { gross, orders } = may.month;
  return {
    amount: moneyText(terms.gross.minor),
    reachesThreshold: isLarge(terms, may.settings),
    monthTotal: moneyText(gross.minor + terms.gross.minor),
    monthlyIncome: may.declaredIncome,
    ordersThisMonth: orders + 1,
    hour: jamaicaHour(at),
    highRiskJurisdiction: facts?.highRiskJurisdiction ?? false,
    pep: facts?.pep ?? false,
    sanctions: sanctionsOf(before.confirmed ? 'flagged' : (facts?.sanctions ?? null), wallet),
    dueDiligence: facts?.dueDiligence ?? false,
    walletScore: wallet.riskScore,
  };
}

/** The worse of what is known of person and wallet. */
function sanctionsOf(person: string | null, { result }: WalletScreening): Inputs['sanctions'] {
  const found = [person, result];
  if (found.includes('flagged')) return 'flagged';
  if (found.includes('high_risk')) return 'high_risk';
  return result === 'error' ? 'unknown' : 'clear';
}

function findingOf({ result }: WalletScreening, { blocked }: Judged): Finding {
  if (result === 'flagged' || result === 'high_risk') return 'wallet_blocked';
  if (blocked) return 'transaction_blocked';
  return result === 'error' ? 'screening_down' : null;
}

/** What an assessment says came of it. */
export const outcomeOf = (held: boolean): Outcome => (held ? 'held' : 'accepted');

/**
 * What the customer is told of the screening of an order that goes on, 'Wallet Address Notice' or 'Wallet Screening'
 * [001 §4 Pre-creation checks, decision A4]; the form shows it as a toast.
 */
export type PlacedNotice = 'wallet_notice' | 'wallet_screening' | null;

export function noticeOf({ result, deeper }: Pick<WalletScreening, 'result' | 'deeper'>): PlacedNotice {
  if (result === 'error') return 'wallet_notice';
  return result === 'clear' && deeper ? 'wallet_screening' : null;
}

/**
 * What the stored receipt keeps of the judgement: risk_score, risk_level, wallet_screening [001 §3 transactions]. Never
 * sent to the customer (decision A7).
 */
export const judgedFacts = ({ screening: { result, riskScore, provider, deeper }, judged }: Judgement) => ({
  risk_score: judged.score.score,
  risk_level: judged.score.level,
  wallet_screening: { result, risk_score: riskScore, provider, deeper },
});

import { randomUUID } from 'node:crypto';
import { formatBaseUnits } from '../../../kernel/coins.ts';
import { formatGroupedMinorUnits } from '../../../kernel/money.ts';
import type { NewAlert } from '../../compliance/alert-store.ts';
import { type AlertType, getAlertPriority } from '../../compliance/alerts.ts';
import type { AssessedTerms } from '../quoting/terms.ts';
import type { AssessmentOutcome, OrderAssessment, OrderToAssess } from './assess-order.ts';

const alertTypeOf: Readonly<Record<NonNullable<AssessmentOutcome>, AlertType>> = {
  wallet_blocked: 'wallet_blocked',
  transaction_blocked: 'transaction_blocked',
  screening_down: 'wallet_not_screened',
};

const descriptions: Readonly<Record<AlertType, string>> = {
  wallet_blocked: 'The wallet of an order is on a list.',
  transaction_blocked: 'The risk score of an order reached the blocking threshold.',
  wallet_watched: 'The wallet of an order needs a closer look. The order continues.',
  wallet_not_screened: "The wallet of an order couldn't be screened. The order is on hold.",
  high_risk: 'High risk score.',
  name_match: '',
  account_activity: 'An order exceeds a limit. The order is on hold.',
  charged_back: '',
  cash_over_ceiling: '',
  manual: '',
};

const getAlertType = ({ finding, risk, screening }: OrderAssessment): AlertType | null => {
  if (finding === 'screening_down') return risk.alerted ? 'high_risk' : 'wallet_not_screened';
  if (finding) return alertTypeOf[finding];
  if (risk.alerted) return 'high_risk';
  return screening.deeper ? 'wallet_watched' : null;
};

type AlertedOrder = Pick<OrderToAssess, 'userId' | 'walletAddress' | 'network' | 'at'> &
  Partial<Pick<OrderToAssess, 'terms'>>;

/** Formats amount and coins. A refused order leaves no other record of them than its alert. */
export const formatOrder = ({ side, gross, coins }: AssessedTerms) => ({
  side,
  amount: `J$${formatGroupedMinorUnits(gross.minor)}`,
  coins: `${formatBaseUnits(coins)} ${coins.symbol}`,
});

function describeAlert(type: AlertType, matches: readonly string[], refused: AssessedTerms | null): string {
  const { side, amount, coins } = refused ? formatOrder(refused) : { side: '', amount: '', coins: '' };
  const order = refused ? [`Refused: a ${side} of ${amount}, ${coins}.`] : [];
  return [descriptions[type], ...matches.map((match) => `${match}.`), ...order].join(' ');
}

/** Returns null when no alert is due [001 §1, §4 Pre-creation checks, §9 Risk scoring, decision B4]. */
export function getAlert(
  assessment: OrderAssessment,
  order: AlertedOrder,
  transactionId: string | null,
): NewAlert | null {
  const type = getAlertType(assessment);
  return type && buildAlert(type, assessment, { ...order, transactionId });
}

export const buildLimitAlert = (order: AlertedOrder, assessment: OrderAssessment, transactionId: string): NewAlert =>
  buildAlert('account_activity', assessment, { ...order, transactionId });

const ruleByType: Partial<Record<AlertType, string>> = {
  account_activity: 'limit_exceeded',
  wallet_watched: 'wallet_watched',
};

function buildAlert(
  type: AlertType,
  { finding, risk, screening }: OrderAssessment,
  order: AlertedOrder & Pick<NewAlert, 'transactionId'>,
): NewAlert {
  const { score, level, factors, flags } = risk.score;
  const { result, riskScore, provider, categories, lists, matches } = screening;
  const { transactionId, terms = null } = order;
  const rule = finding ? alertTypeOf[finding] : (ruleByType[type] ?? null);
  return {
    id: randomUUID(),
    transactionId,
    userId: order.userId,
    type,
    priority: type in ruleByType ? 'medium' : getAlertPriority(level),
    riskScore: score,
    description: describeAlert(type, matches, transactionId === null ? terms : null),
    details: {
      riskLevel: level,
      riskFactors: factors,
      behavioralFlags: flags,
      inputs: risk.inputs,
      ruleSetId: risk.ruleSetId,
      ...(terms && { order: formatOrder(terms) }),
      wallet: {
        address: order.walletAddress,
        network: order.network,
        result,
        matches,
        riskScore,
        provider,
        categories,
        lists,
      },
    },
    rules: [...(rule ? [rule] : []), ...factors.map(({ code }) => code)],
    at: order.at,
  };
}

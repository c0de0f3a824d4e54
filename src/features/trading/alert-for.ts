import { randomUUID } from 'node:crypto';
import { type AlertType, priorityOf } from '../compliance/alerts.ts';
import type { NewAlert } from '../compliance/raise-alert.ts';
import type { Finding, Judgement, OrderToJudge } from './judge-order.ts';

const alertTypeOf: Readonly<Record<NonNullable<Finding>, AlertType>> = {
  wallet_blocked: 'wallet_blocked',
  transaction_blocked: 'transaction_blocked',
  screening_down: 'wallet_not_screened',
};

const descriptions: Readonly<Record<AlertType, string>> = {
  wallet_blocked: 'The wallet of an order stands on a list.',
  transaction_blocked: 'The score of an order reached the limit at which orders are stopped.',
  wallet_not_screened: 'The wallet of an order could not be screened. The order is held.',
  high_risk: 'The score of an order asks for a look.',
  name_match: '',
  account_activity: '',
  manual: '',
};

/** What stopped an order, if anything did; a screening that is down only delays it. */
export type Stopping = Exclude<NonNullable<Finding>, 'screening_down'>;
export const stoppedBy = ({ finding }: Judgement): Stopping | null => (finding === 'screening_down' ? null : finding);

const typeFor = ({ finding, judged }: Judgement): AlertType | null => {
  if (finding === 'screening_down') return judged.alerted ? 'high_risk' : 'wallet_not_screened';
  if (finding) return alertTypeOf[finding];
  return judged.alerted ? 'high_risk' : null;
};

/** The alert that a judgement raises [001 §9, decision B4]; null where nobody needs to look. */
export function alertFor(
  judgement: Judgement,
  order: Pick<OrderToJudge, 'userId' | 'walletAddress' | 'network' | 'at'>,
  transactionId: string | null,
): NewAlert | null {
  const type = typeFor(judgement);
  if (type === null) return null;
  const { finding, judged, screening } = judgement;
  const { score, level, factors, flags } = judged.score;
  const { result, categories, lists } = screening;
  return {
    id: randomUUID(),
    transactionId,
    userId: order.userId,
    type,
    priority: priorityOf(level),
    riskScore: score,
    description: descriptions[type],
    details: {
      riskFactors: factors,
      behavioralFlags: flags,
      inputs: judged.inputs,
      ruleSetId: judged.ruleSetId,
      wallet: { address: order.walletAddress, network: order.network, result, categories, lists },
    },
    rules: [...(finding ? [alertTypeOf[finding]] : []), ...factors.map(({ code }) => code)],
    at: order.at,
  };
}

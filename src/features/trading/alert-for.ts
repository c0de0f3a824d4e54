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
  account_activity: 'Coins were sent for a sale that is over a limit. The order is held.',
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

type About = Pick<OrderToJudge, 'userId' | 'walletAddress' | 'network' | 'at'>;

/** The alert that a judgement raises [001 §9, decision B4]; null where nobody needs to look. */
export function alertFor(judgement: Judgement, order: About, transactionId: string | null): NewAlert | null {
  const type = typeFor(judgement);
  return type && alertOf(type, judgement, { ...order, transactionId });
}

/** The alert that a sell raises whose coins had left when it met a limit. */
export const limitAlert = (order: About, judgement: Judgement, transactionId: string): NewAlert =>
  alertOf('account_activity', judgement, { ...order, transactionId });

function alertOf(
  type: AlertType,
  { finding, judged, screening }: Judgement,
  order: About & Pick<NewAlert, 'transactionId'>,
): NewAlert {
  const { score, level, factors, flags } = judged.score;
  const { result, categories, lists } = screening;
  const spoke = finding ? alertTypeOf[finding] : type === 'account_activity' ? 'limit_exceeded' : null;
  return {
    id: randomUUID(),
    transactionId: order.transactionId,
    userId: order.userId,
    type,
    priority: type === 'account_activity' ? 'medium' : priorityOf(level),
    riskScore: score,
    description: descriptions[type],
    details: {
      riskFactors: factors,
      behavioralFlags: flags,
      inputs: judged.inputs,
      ruleSetId: judged.ruleSetId,
      wallet: { address: order.walletAddress, network: order.network, result, categories, lists },
    },
    rules: [...(spoke ? [spoke] : []), ...factors.map(({ code }) => code)],
    at: order.at,
  };
}

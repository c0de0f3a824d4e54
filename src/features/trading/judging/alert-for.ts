import { randomUUID } from 'node:crypto';
import { coinsText } from '../../../kernel/coins.ts';
import { groupedMoney } from '../../../kernel/money.ts';
import { type AlertType, priorityOf } from '../../compliance/alerts.ts';
import type { NewAlert } from '../../compliance/raise-alert.ts';
import type { JudgedTerms } from '../quoting/terms.ts';
import type { Finding, Judgement, OrderToJudge } from './judge-order.ts';

const alertTypeOf: Readonly<Record<NonNullable<Finding>, AlertType>> = {
  wallet_blocked: 'wallet_blocked',
  transaction_blocked: 'transaction_blocked',
  screening_down: 'wallet_not_screened',
};

const descriptions: Readonly<Record<AlertType, string>> = {
  wallet_blocked: 'The wallet of an order stands on a list.',
  transaction_blocked: 'The score of an order reached the limit at which orders are stopped.',
  wallet_watched: 'The wallet of an order is one to look at more closely. The order goes on.',
  wallet_not_screened: 'The wallet of an order could not be screened. The order is held.',
  high_risk: 'The score of an order asks for a look.',
  name_match: '',
  account_activity: 'What came is for an order over a limit. The order is held.',
  charged_back: '',
  cash_over_ceiling: '',
  manual: '',
};

const typeFor = ({ finding, judged, screening }: Judgement): AlertType | null => {
  if (finding === 'screening_down') return judged.alerted ? 'high_risk' : 'wallet_not_screened';
  if (finding) return alertTypeOf[finding];
  if (judged.alerted) return 'high_risk';
  return screening.deeper ? 'wallet_watched' : null;
};

/** The terms are missing of none but the demo's past. */
type About = Pick<OrderToJudge, 'userId' | 'walletAddress' | 'network' | 'at'> & Partial<Pick<OrderToJudge, 'terms'>>;

/** What was asked for, for people: of an order that was refused it stands nowhere else. */
export const orderWords = ({ side, gross, coins }: JudgedTerms) => ({
  side,
  amount: `J$${groupedMoney(gross.minor)}`,
  coins: `${coinsText(coins)} ${coins.symbol}`,
});

/** What happened, whom the wallet was found to be, and the order where it was refused. */
function described(type: AlertType, matches: readonly string[], refused: JudgedTerms | null): string {
  const { side, amount, coins } = refused ? orderWords(refused) : { side: '', amount: '', coins: '' };
  const order = refused ? [`Refused: a ${side} of ${amount}, ${coins}.`] : [];
  return [descriptions[type], ...matches.map((match) => `${match}.`), ...order].join(' ');
}

/**
 * The alert for staff that a judgement raises, as of high risk [001 §1, §4 Pre-creation checks, §9 Risk scoring,
 * decision B4]; null where nobody needs to look.
 */
export function alertFor(judgement: Judgement, order: About, transactionId: string | null): NewAlert | null {
  const type = typeFor(judgement);
  return type && alertOf(type, judgement, { ...order, transactionId });
}

/** The alert that a sell raises whose coins had left when it met a limit. */
export const limitAlert = (order: About, judgement: Judgement, transactionId: string): NewAlert =>
  alertOf('account_activity', judgement, { ...order, transactionId });

/** Rules that are no factor of the score. */
const spokenBy: Partial<Record<AlertType, string>> = {
  account_activity: 'limit_exceeded',
  wallet_watched: 'wallet_watched',
};

function alertOf(
  type: AlertType,
  { finding, judged, screening }: Judgement,
  order: About & Pick<NewAlert, 'transactionId'>,
): NewAlert {
  const { score, level, factors, flags } = judged.score;
  const { result, riskScore, provider, categories, lists, matches } = screening;
  const { transactionId, terms = null } = order;
  const spoke = finding ? alertTypeOf[finding] : (spokenBy[type] ?? null);
  return {
    id: randomUUID(),
    transactionId,
    userId: order.userId,
    type,
    priority: type in spokenBy ? 'medium' : priorityOf(level),
    riskScore: score,
    description: described(type, matches, transactionId === null ? terms : null),
    details: {
      riskLevel: level,
      riskFactors: factors,
      behavioralFlags: flags,
      inputs: judged.inputs,
      ruleSetId: judged.ruleSetId,
      ...(terms && { order: orderWords(terms) }),
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
    rules: [...(spoke ? [spoke] : []), ...factors.map(({ code }) => code)],
    at: order.at,
  };
}

import { randomUUID } from 'node:crypto';
import { audit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database.ts';
import { type AlertType, priorityOf } from '../compliance/alerts.ts';
import type { CaseKind } from '../compliance/cases.ts';
import { openCase } from '../compliance/open-case.ts';
import { type NewAlert, raiseAlert } from '../compliance/raise-alert.ts';
import { keepRefusal } from '../risk/judge.ts';
import type { Finding, Judgement, OrderToJudge } from './judge-order.ts';
import { screeningRow } from './judge-store.ts';

/** What a judgement leaves for people (decision A8): an alert to look at and, where it stopped something, a case. */

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

const typeFor = ({ finding, judged }: Judgement): AlertType | null => {
  if (finding === 'screening_down') return judged.alerted ? 'high_risk' : 'wallet_not_screened';
  if (finding) return alertTypeOf[finding];
  return judged.alerted ? 'high_risk' : null;
};

/** The alert that a judgement raises [001 §9, decision B4]; null where nobody needs to look. */
export function alertFor(judgement: Judgement, order: OrderToJudge, transactionId: string | null): NewAlert | null {
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

const caseKinds: Readonly<Record<'wallet_blocked' | 'transaction_blocked', { kind: CaseKind; title: string }>> = {
  wallet_blocked: { kind: 'wallet', title: 'A wallet on a list' },
  transaction_blocked: { kind: 'blocked_order', title: 'An order stopped by its score' },
};

export type Stopping = keyof typeof caseKinds;

/** What stopped an order, if anything did; a screening that is down only delays it. */
export const stoppedBy = ({ finding }: Judgement): Stopping | null => (finding === 'screening_down' ? null : finding);

/** Opens the case of an order that was stopped, or adds to the one that is open. */
export const openStopCase = (tx: Db, order: OrderToJudge, { by, alertId }: { by: Stopping; alertId: string }) =>
  openCase(tx, { userId: order.userId, ...caseKinds[by], alerts: [alertId], by: null, at: order.at });

/** The request that was refused: the same one again leaves no second record. */
export type RefusedRequest = { readonly key: string; readonly requestHash: string; readonly requestId: string };

/**
 * Keeps what led to a refusal, in a transaction of its own after the order's was undone: screening, assessment, alert,
 * case, audit line. Once for a request, however often it is sent.
 */
export function keepStopped(order: OrderToJudge, judgement: Judgement, request: RefusedRequest) {
  return async (tx: Db): Promise<void> => {
    const by = stoppedBy(judgement);
    const alert = alertFor(judgement, order, null);
    if (!by || !alert) return;
    const { userId, terms, network, walletAddress, at } = order;
    const screeningId = randomUUID();
    const asked = { side: terms.side, symbol: terms.symbol, network, walletAddress, screeningId };
    const { key, requestHash } = request;
    const { judged, screening } = judgement;
    const id = await keepRefusal(tx, { userId, outcome: by, judged, asked, key, requestHash, at });
    if (!id) return;
    await screeningRow({
      id: screeningId,
      userId,
      symbol: terms.symbol,
      network,
      walletAddress,
      screening,
      at,
    }).execute(tx);
    await raiseAlert(tx, alert);
    await openStopCase(tx, order, { by, alertId: alert.id });
    await audit(tx, {
      actorId: userId,
      actorRole: 'customer',
      action: `trading.${by}`,
      subjectType: 'assessment',
      subjectId: id,
      after: { ...asked, jmdAmount: judged.inputs.amount, score: judged.score.score },
      requestId: request.requestId,
    });
  };
}

import { randomUUID } from 'node:crypto';
import { audit } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/database.ts';
import { insertRows } from '../../../platform/new-rows.ts';
import type { CaseKind } from '../../compliance/cases.ts';
import { openCase } from '../../compliance/open-case.ts';
import { raiseOrCount } from '../../compliance/raise-alert.ts';
import { keepRefusal } from '../../risk/judge.ts';
import { alertFor, orderWords } from './alert-for.ts';
import type { Judgement, OrderToJudge } from './judge-order.ts';
import { type Stopping, stoppedBy } from './judge-order.ts';
import { screeningRow } from './judge-store.ts';

/** What a judgement leaves for people (decision A8): an alert to look at and, where it stopped something, a case. */

const caseKinds: Readonly<Record<Stopping, { kind: CaseKind; title: string }>> = {
  wallet_blocked: { kind: 'wallet', title: 'A wallet on a list' },
  transaction_blocked: { kind: 'blocked_order', title: 'An order stopped by its score' },
};

/**
 * Opens the case of an order that was stopped, 'Wallet Blocked' or 'Transaction Blocked', for people to review
 * (decision A8); or adds to the one that is open.
 */
export const openStopCase = (tx: Db, order: OrderToJudge, { by, alertId }: { by: Stopping; alertId: string }) =>
  openCase(tx, { userId: order.userId, ...caseKinds[by], alerts: [alertId], by: null, at: order.at });

/** Opens the case of a customer who keeps sending coins over a limit, or adds to the one that is open. */
export const openLimitCase = (tx: Db, { userId, at }: OrderToJudge, alertId: string) =>
  openCase(tx, {
    userId,
    kind: 'held_order',
    title: 'Coins sent over a limit, again',
    alerts: [alertId],
    by: null,
    at,
  });

/** The request that was refused: the same one again leaves no second record. */
export type RefusedRequest = {
  readonly key: string;
  readonly requestHash: string;
  readonly requestId: string;
  /** Which key of its owner it came by; undefined where a browser sent it. */
  readonly keyId: string | undefined;
};

/**
 * Keeps what led to a refusal, in a transaction of its own after the order's was undone: screening, assessment, alert,
 * case, audit line. Once for a request, however often it is sent; one alert for one wallet, however many requests.
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
    const { symbol } = terms;
    await insertRows(tx, [screeningRow({ id: screeningId, userId, symbol, network, walletAddress, screening, at })]);
    const kept = { ...alert, details: { ...alert.details, screeningId } };
    const again = { lastAt: at.toISOString(), ...orderWords(terms) };
    const alertId = await raiseOrCount(tx, kept, { wallet: by === 'wallet_blocked' ? walletAddress : null, again });
    await openStopCase(tx, order, { by, alertId });
    await audit(tx, {
      actorId: userId,
      actorRole: 'customer',
      action: `trading.${by}`,
      subjectType: 'assessment',
      subjectId: id,
      // Their own act; but nobody of the staff reads here how they were judged themselves (decision A7).
      aboutId: userId,
      after: { ...asked, jmdAmount: judged.inputs.amount, score: judged.score.score },
      requestId: request.requestId,
    });
  };
}

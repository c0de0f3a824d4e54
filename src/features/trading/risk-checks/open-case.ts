import { randomUUID } from 'node:crypto';
import { audit } from '../../../platform/audit.ts';
import { insertRows } from '../../../platform/database/batch-insert.ts';
import type { Db } from '../../../platform/database/database.ts';
import { type CaseKind, caseKinds } from '../../compliance/cases.ts';
import { openCase } from '../../compliance/open-case.ts';
import { raiseOrCount } from '../../compliance/raise-alert.ts';
import { storeRefusal } from '../../risk/assess-order-risk.ts';
import { type BlockReason, blockReason, type OrderAssessment, type OrderToAssess } from './assess-order.ts';
import { screeningRow } from './assessment-store.ts';
import { formatOrder, getAlert } from './build-alert.ts';

const kindOf: Readonly<Record<BlockReason, CaseKind>> = {
  wallet_blocked: 'wallet',
  transaction_blocked: 'blocked_order',
};

/** Opens or extends a case about a blocked wallet or transaction, for review by compliance (decision A8). */
export const openBlockCase = (tx: Db, order: OrderToAssess, { by, alertId }: { by: BlockReason; alertId: string }) =>
  openCase(tx, {
    userId: order.userId,
    kind: kindOf[by],
    title: caseKinds[kindOf[by]],
    alerts: [alertId],
    by: null,
    at: order.at,
  });

export const openLimitCase = (tx: Db, { userId, at }: OrderToAssess, alertId: string) =>
  openCase(tx, {
    userId,
    kind: 'held_order',
    title: 'Repeated sells over a limit',
    alerts: [alertId],
    by: null,
    at,
  });

export type OrderSource = {
  readonly requestId: string;
  readonly keyId?: string | undefined;
  /** Reference of the recurring buy that the order belongs to. */
  readonly paymentReference?: string | undefined;
};

/** Identifies the request of an order, so that a repetition leaves no second record. */
export type OrderRequest = OrderSource & {
  readonly key: string;
  readonly requestHash: string;
  /** The customer's own proof of source of funds. A refusal keeps it as evidence. */
  readonly proofFile: string | null;
};

/** Returns the writes for a refused order, to run in a separate transaction. Raises one alert per wallet. */
export function recordBlockedRequest(order: OrderToAssess, assessment: OrderAssessment, request: OrderRequest) {
  return async (tx: Db): Promise<void> => {
    const by = blockReason(assessment);
    const alert = getAlert(assessment, order, null);
    if (!by || !alert) return;
    const { userId, terms, network, walletAddress, at } = order;
    const screeningId = randomUUID();
    const requestDetails = { side: terms.side, symbol: terms.symbol, network, walletAddress, screeningId };
    const { key, requestHash, proofFile } = request;
    const { risk, screening } = assessment;
    const refused = { userId, outcome: by, risk, asked: requestDetails, key, requestHash, proofFile, at };
    const id = await storeRefusal(tx, refused);
    if (!id) return;
    const { symbol } = terms;
    await insertRows(tx, [screeningRow({ id: screeningId, userId, symbol, network, walletAddress, screening, at })]);
    const stored = { ...alert, details: { ...alert.details, screeningId } };
    const repeat = { lastAt: at.toISOString(), ...formatOrder(terms) };
    const alertId = await raiseOrCount(tx, stored, {
      wallet: by === 'wallet_blocked' ? walletAddress : null,
      again: repeat,
    });
    await openBlockCase(tx, order, { by, alertId });
    await audit(tx, {
      actorId: userId,
      actorRole: 'customer',
      action: `trading.${by}`,
      subjectType: 'assessment',
      subjectId: id,
      // Hides the entry from a member of staff who placed the order (decision A7).
      aboutId: userId,
      after: {
        ...requestDetails,
        jmdAmount: risk.inputs.amount,
        score: risk.score.score,
        ...(request.keyId && { byKey: request.keyId }),
      },
      requestId: request.requestId,
    });
  };
}

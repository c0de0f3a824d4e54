import { officer } from '../compliance/desk.ts';
import { OneCase } from '../compliance/schema.ts';
import { gatheredCase } from '../compliance/show-cases.ts';
import type { CaseOrder, CaseView } from '../compliance/views.ts';
import { mayHaveLeft } from '../trading/desk/screened.ts';
import { misfitOfId } from '../trading/judging/misfit.ts';
import { type Misfit, releaseNeeds } from '../trading/judging/release-rule.ts';
import { canMove } from '../trading/order/order.ts';
import { type CaseOrderRow, ordersOfCase } from './order-store.ts';

/** Who looks, whether they work on the case, whether the customer could place the order now, and what may have left. */
type Looking = {
  readonly me: string;
  readonly works: boolean;
  readonly misfit: Misfit | null;
  readonly approved: boolean;
};

/** An order as its case shows it: what may be done to it now, and by whom its release is decided. */
function orderLine(row: CaseOrderRow, { me, works, misfit, approved }: Looking): CaseOrder {
  const { proposalId, proposedById, proposedBy, proposedAt, proposalNote, lapsed, ...order } = row;
  const { status, payIn, payOut, held } = row;
  const state = { status, payIn, payOut, held, lapsed };
  const needs = releaseNeeds({ holdReason: row.holdReason, screening: row.screening, misfit, approved });
  const release = proposalId &&
    proposedAt && {
      proposalId,
      proposedBy: { id: proposedById ?? '', name: proposedBy ?? '' },
      proposedAt,
      note: proposalNote ?? '',
      mayDecide: proposedById !== me,
      mayWithdraw: proposedById === me,
    };
  return {
    ...order,
    misfit,
    twoPeople: held && needs !== 'one_person',
    release: release || null,
    mayHold: works && status !== 'completed' && canMove(state, 'hold'),
    mayRelease: works && held && needs !== 'screening' && !proposalId,
  };
}

/** One case, whole: what was gathered, and its orders as they stand now. */
export const showCase = officer()
  .input(OneCase)
  .handler(async ({ context, input }): Promise<CaseView> => {
    const { tx, services } = context;
    const now = services.clock();
    const gathered = await gatheredCase(context, input.caseId);
    const rows = await ordersOfCase(tx, gathered.customer.id, gathered.id);
    const who = { me: context.person.id, works: gathered.may.work };
    const orderLines: CaseOrder[] = [];
    for (const row of rows) {
      const misfit = row.held ? await misfitOfId(tx, row.id, now) : null;
      orderLines.push(orderLine(row, { ...who, misfit, approved: row.held && (await mayHaveLeft(tx, row)) }));
    }
    return { ...gathered, orderLines };
  });

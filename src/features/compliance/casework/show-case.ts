import { hasOpenChargeback } from '../../ledger/chargeback-store.ts';
import { canApply } from '../../trading/order/order.ts';
import { findIneligibility } from '../../trading/risk-checks/eligibility.ts';
import { type IneligibilityReason, releaseNeeds } from '../../trading/risk-checks/release-rule.ts';
import { mayHaveLeft } from '../../trading/staff/screened.ts';
import { complianceProcedure } from '../procedures.ts';
import { OneCase } from '../schema.ts';
import { loadCase } from '../show-cases.ts';
import type { CaseOrder, CaseView } from '../views.ts';
import { type CaseOrderRow, findCaseOrders } from './order-store.ts';

type ViewContext = {
  readonly me: string;
  readonly canWork: boolean;
  readonly misfit: IneligibilityReason | null;
  readonly chargedBack: boolean;
  readonly approved: boolean;
};

function toCaseOrder(row: CaseOrderRow, { me, canWork, misfit, chargedBack, approved }: ViewContext): CaseOrder {
  const { proposalId, proposedById, proposedBy, proposedAt, proposalNote, lapsed, ...order } = row;
  const { status, payIn, payOut, held } = row;
  const state = { status, payIn, payOut, held, lapsed };
  const needs = releaseNeeds({ holdReason: row.holdReason, screening: row.screening, misfit, chargedBack, approved });
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
    mayHold: canWork && status !== 'completed' && canApply(state, 'hold'),
    mayRelease: canWork && held && needs !== 'screening' && !proposalId,
  };
}

export const showCase = complianceProcedure()
  .input(OneCase)
  .handler(async function showCase({ context, input }): Promise<CaseView> {
    const { tx, services } = context;
    const now = services.clock();
    const loaded = await loadCase(context, input.caseId);
    const rows = await findCaseOrders(tx, loaded.customer.id, loaded.id);
    const viewer = { me: context.person.id, canWork: loaded.may.work };
    const orderLines: CaseOrder[] = [];
    for (const row of rows) {
      const misfit = row.held ? await findIneligibility(tx, row.id, now) : null;
      const chargedBack = row.held && (await hasOpenChargeback(tx, row.id));
      const approved = row.held && (await mayHaveLeft(tx, row));
      orderLines.push(toCaseOrder(row, { ...viewer, misfit, chargedBack, approved }));
    }
    return { ...loaded, orderLines };
  });

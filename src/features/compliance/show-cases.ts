import { refuse } from '../../messages.ts';
import { canMove } from '../trading/order.ts';
import { releaseNeeds } from '../trading/release-rule.ts';
import { lineOf } from './alert-lines.ts';
import { alertsOf, officersBut } from './alert-store.ts';
import { eventsOf, filesOf, hitsOf, otherOrdersOf, screeningsOf } from './case-links-store.ts';
import { type CaseOrderRow, ordersOfCase } from './case-orders-store.ts';
import { type CaseRow, caseById, caseCounts, caseRows } from './case-store.ts';
import { canAct } from './cases.ts';
import { look, officer } from './desk.ts';
import { knowsOfReports } from './permissions.ts';
import { reportLine } from './report-lines.ts';
import { reportsOfCase } from './report-store.ts';
import { ListCases, OneCase } from './schema.ts';
import type { CaseLine, CaseOrder, CasePage, CaseView } from './views.ts';

const pageSize = 50;

export function caseLine({ customerId, customer, email, assigneeId, assignee, ...row }: CaseRow): CaseLine {
  return {
    ...row,
    customer: { id: customerId, name: customer, email },
    assignee: assigneeId ? { id: assigneeId, name: assignee ?? '' } : null,
  };
}

/** Cases: the open ones from the oldest on, the closed ones from the newest on. */
export const listCases = officer()
  .input(ListCases)
  .handler(async ({ context: { services, tx, person }, input }): Promise<CasePage> => {
    const rows = await caseRows(tx, { ...input, me: person.id, limit: pageSize + 1 });
    const page = rows.slice(0, pageSize);
    const last = page.at(-1);
    const at = input.view === 'closed' ? last?.closedAt : last?.openedAt;
    return {
      lines: page.map(caseLine),
      next: rows.length > pageSize && last && at ? { at, id: last.id } : null,
      counts: await caseCounts(tx, person.id),
      now: services.clock(),
    };
  });

/** An order as its case shows it: what may be done to it now, and by whom its release is decided. */
function orderLine(row: CaseOrderRow, { me, works }: { me: string; works: boolean }): CaseOrder {
  const { proposalId, proposedById, proposedBy, proposedAt, proposalNote, lapsed, ...order } = row;
  const { status, payIn, payOut, held } = row;
  const state = { status, payIn, payOut, held, lapsed };
  const needs = releaseNeeds({ holdReason: row.holdReason, screening: row.screening });
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
    twoPeople: held && needs !== 'one_person',
    release: release || null,
    mayHold: works && canMove(state, 'hold'),
    mayRelease: works && held && needs !== 'screening' && !proposalId,
  };
}

/** One case with everything that was gathered in it, and its time line. Looking is on record. */
export const showCase = officer()
  .input(OneCase)
  .handler(async ({ context, input }): Promise<CaseView> => {
    const { services, tx, person } = context;
    const now = services.clock();
    const found = await caseById(tx, input.caseId);
    if (!found) return refuse('compliance.case_not_found', {});
    const { openedBy, outcomeText, closedBy, ...row } = found;
    await look(context, { action: 'compliance.case_viewed', subjectType: 'case', subjectId: row.id });
    const { id, customerId: of, state } = row;
    const works = canAct(state, 'work');
    const reporter = knowsOfReports(person);
    return {
      ...caseLine(row),
      openedBy,
      outcomeText,
      closedBy,
      alertLines: (await alertsOf(tx, of, { caseId: id })).map((alert) => lineOf(alert, now)),
      orderLines: (await ordersOfCase(tx, of, id)).map((order) => orderLine(order, { me: person.id, works })),
      otherOrders: await otherOrdersOf(tx, of, id),
      otherAlerts: (await alertsOf(tx, of, { free: true })).map((alert) => lineOf(alert, now)),
      screenings: await screeningsOf(tx, of, id),
      hits: await hitsOf(tx, of, id),
      files: await filesOf(tx, of, id),
      events: await eventsOf(tx, of, id),
      reports: reporter ? (await reportsOfCase(tx, id)).map((report) => reportLine(report, now)) : null,
      people: await officersBut(tx, of),
      may: {
        work: works,
        startReview: canAct(state, 'start_review'),
        close: canAct(state, 'close'),
        reopen: canAct(state, 'reopen'),
        report: reporter && works,
      },
      now,
    };
  });

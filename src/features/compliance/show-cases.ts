import { isFor } from '../../kernel/acts.ts';
import { pageOf } from '../../kernel/page.ts';
import { complianceActs } from './acts.ts';
import { lineOf } from './alert-lines.ts';
import { alertsOf, officersBut } from './alert-store.ts';
import { eventsOf, filesOf, hitsOf, otherOrdersOf, screeningsOf } from './case-links-store.ts';
import { type CaseRow, caseById, caseCounts, caseRows } from './case-store.ts';
import { type CaseState, canAct } from './cases.ts';
import { type Desk, look, officer } from './desk.ts';
import { refuse } from './messages.ts';
import { reportLine } from './report-lines.ts';
import { reportsOfCase } from './report-store.ts';
import { ListCases } from './schema.ts';
import type { CaseLine, CasePage, CaseView } from './views.ts';

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
    const { page, next } = pageOf(rows, pageSize, ({ id, closedAt, openedAt }) => ({ at: closedAt ?? openedAt, id }));
    return {
      lines: page.map(caseLine),
      next,
      counts: await caseCounts(tx, person.id),
      now: services.clock(),
    };
  });

/** A case as it was gathered; its orders are for whoever knows how orders move (casework). */
export type GatheredCase = Omit<CaseView, 'orderLines'>;

/** One case with what was gathered in it, and its time line. Looking is on record. */
export async function gatheredCase(desk: Desk, caseId: string): Promise<GatheredCase> {
  const { services, tx, person } = desk;
  const now = services.clock();
  const found = await caseById(tx, caseId);
  if (!found) return refuse('compliance.case_not_found', {});
  const { openedBy, outcomeText, closedBy, ...row } = found;
  await look(desk, {
    action: 'compliance.case_viewed',
    subjectType: 'case',
    subjectId: row.id,
    aboutId: row.customerId,
  });
  const { id, customerId: of, state } = row;
  const reporter = isFor(complianceActs.report, person.roles);
  return {
    ...caseLine(row),
    openedBy,
    outcomeText,
    closedBy,
    alertLines: (await alertsOf(tx, of, { caseId: id })).map((alert) => lineOf(alert, now)),
    otherOrders: await otherOrdersOf(tx, of, id),
    otherAlerts: (await alertsOf(tx, of, { free: true })).map((alert) => lineOf(alert, now)),
    screenings: await screeningsOf(tx, of, id),
    hits: await hitsOf(tx, of, id),
    files: await filesOf(tx, of, id),
    events: await eventsOf(tx, of, id),
    reports: reporter ? (await reportsOfCase(tx, id)).map((report) => reportLine(report, now)) : null,
    people: await officersBut(tx, of),
    may: mayDo(state, reporter),
    now,
  };
}

const mayDo = (state: CaseState, reporter: boolean): CaseView['may'] => ({
  work: canAct(state, 'work'),
  startReview: canAct(state, 'start_review'),
  close: canAct(state, 'close'),
  reopen: canAct(state, 'reopen'),
  report: reporter && canAct(state, 'work'),
});

import { announce, isOwn } from '../../platform/database.ts';
import { unlessBroken } from '../../platform/database-faults.ts';
import { refuseAtDesk, unlessAtDesk } from '../approvals/decide.ts';
import { customerExists } from './alert-store.ts';
import { addCaseEvent, addCaseNote, type Into, isInCase, mattersOf, type NewEvent } from './case-links-store.ts';
import { giveCase, type LockedCase, lockCase, moveCase, runningIn, touchCase } from './case-store.ts';
import { type CaseAct, canAct, freezes, stateAfter } from './cases.ts';
import { type Desk, officer, record } from './desk.ts';
import { putInto } from './gather.ts';
import { mayRefuse, refuse } from './messages.ts';
import { openCase } from './open-case.ts';
import { AssignCase, CloseCase, NoteCase, OneCase, OpenCase, ReopenCase } from './schema.ts';
import { refuseOther } from './work-alerts.ts';

/** The case, locked, for who may do this to it as it stands. One's own is not there. */
export async function caseFor({ tx }: Pick<Desk, 'tx'>, caseId: string, act: CaseAct): Promise<LockedCase> {
  const found = await lockCase(tx, caseId);
  if (!found) return refuse('compliance.case_not_found', {});
  if (!canAct(found.state, act)) refuse('compliance.not_now', {});
  return found;
}

export const into = ({ services }: Pick<Desk, 'services'>, found: { id: string; userId: string }): Into => ({
  caseId: found.id,
  userId: found.userId,
  at: services.clock(),
});

/** A line in the time line alone, of what has its entry in the audit log elsewhere (an order that moved). */
export async function tellCase(desk: Desk, found: LockedCase, line: Omit<NewEvent, 'actor'>): Promise<void> {
  const where = into(desk, found);
  await addCaseEvent(desk.tx, where, { ...line, actor: desk.person.id });
  await touchCase(desk.tx, found.id, where.at);
  announce(desk.tx, 'compliance');
}

/** A line in the time line and one in the audit log, of an act of a person on a case. */
export async function tell(
  desk: Desk,
  found: LockedCase,
  line: Omit<NewEvent, 'actor'> & { after?: unknown },
): Promise<void> {
  const { after, ...event } = line;
  await tellCase(desk, found, event);
  await record(desk, {
    action: `compliance.case_${line.event}`,
    subjectType: 'case',
    subjectId: found.id,
    aboutId: found.userId,
    before: { state: found.state },
    after: after ?? line.subject ?? null,
    reasonCode: line.reasonCode ?? null,
  });
}

/** Refuses an order that is not in the case: what is done to an order stands in the case that led to it. */
export async function refuseForeign({ tx }: Desk, caseId: string, orderId: string): Promise<void> {
  if (!(await isInCase(tx, caseId, orderId))) refuse('compliance.order_not_in_case', {});
}

/** Opens a case by hand about a customer, with alerts and orders of theirs. */
export const openByHand = officer()
  .errors(mayRefuse('compliance.not_of_customer', 'compliance.alert_elsewhere'))
  .input(OpenCase)
  .handler(async ({ context, input: { userId, title, alerts, orders } }) => {
    const { tx, person, request, services } = context;
    if (isOwn(person, userId)) refuse('approvals.own_matter', {});
    if (!(await customerExists(tx, userId))) refuse('compliance.customer_not_found', {});
    if ((await mattersOf(tx, userId, { orders })) !== new Set(orders).size) refuse('compliance.not_of_customer', {});
    const by = { id: person.id, roles: person.roles, requestId: request.id };
    const caseId = await openCase(tx, { userId, kind: 'manual', title, alerts: [], by, at: services.clock() });
    await putInto(context, { id: caseId, userId }, { alerts, orders });
    await giveCase(tx, caseId, { to: person.id, at: services.clock() });
    return { caseId };
  });

/** Gives a case to somebody who works on cases. */
export const assignCase = officer()
  .errors(mayRefuse('compliance.no_such_person'))
  .input(AssignCase)
  .handler(async ({ context, input }) => {
    const found = await caseFor(context, input.caseId, 'work');
    await refuseOther(context, { to: input.to, customer: found.userId });
    await giveCase(context.tx, found.id, { to: input.to, at: context.services.clock() });
    const subject = { type: 'person', id: input.to };
    await tell(context, found, { event: 'assigned', subject, after: { assignee: input.to } });
    return { caseId: found.id };
  });

/** Begins the review of an open case; whoever begins has it, unless somebody else does. */
export const startReview = officer()
  .input(OneCase)
  .handler(async ({ context, input }) => {
    const found = await caseFor(context, input.caseId, 'start_review');
    const { tx, services, person } = context;
    await moveCase(tx, found.id, { to: 'under_review', at: services.clock() });
    if (!found.assignee) await giveCase(tx, found.id, { to: person.id, at: services.clock() });
    await tell(context, found, { event: 'review_started', after: { state: stateAfter('start_review') } });
    return { caseId: found.id };
  });

/** A note in the time line. */
export const noteCase = officer()
  .input(NoteCase)
  .handler(async ({ context, input }) => {
    const found = await caseFor(context, input.caseId, 'work');
    const id = await addCaseNote(context.tx, into(context, found), { by: context.person.id, note: input.note });
    await tell(context, found, { event: 'noted', subject: { type: 'note', id } });
    return { caseId: found.id };
  });

/**
 * Closes a case with a coded outcome and what was found. Not while alerts of it run, a release waits or, for whoever
 * may know of it, a report is still a draft. Closed with 'relationship ends', or another of {@link freezes}, it freezes
 * the customer in the same transaction, by the database itself (decision E2, *Freezes*).
 */
export const closeCase = officer()
  .errors(
    mayRefuse(
      'compliance.alerts_open',
      'compliance.release_waits',
      'compliance.report_open',
      'approvals.works_at_desk',
    ),
  )
  .input(CloseCase)
  .handler(async ({ context, input: { caseId, outcome, text } }) => {
    const found = await caseFor(context, caseId, 'close');
    const { tx, services, person } = context;
    const running = await runningIn(tx, found.id);
    if (running.alerts > 0) refuse('compliance.alerts_open', { count: String(running.alerts) });
    if (running.releases > 0) refuse('compliance.release_waits', {});
    if (running.drafts > 0) refuse('compliance.report_open', {});
    if (freezes(outcome)) await refuseAtDesk(tx, found.userId);
    await tell(context, found, {
      event: 'closed',
      reasonCode: outcome,
      note: text,
      after: { state: 'closed', outcome, frozen: freezes(outcome) },
    });
    await unlessAtDesk(moveCase(tx, found.id, { to: 'closed', at: services.clock(), by: person.id, outcome, text }));
    announce(tx, 'desk');
    return { caseId };
  });

/** Opens a closed case again, with a reason. Its earlier outcome stays in the time line. */
export const reopenCase = officer()
  .errors(mayRefuse('compliance.another_open'))
  .input(ReopenCase)
  .handler(async ({ context, input }) => {
    const found = await caseFor(context, input.caseId, 'reopen');
    const moved = moveCase(context.tx, found.id, { to: 'under_review', at: context.services.clock() });
    await unlessBroken(moved, 'case_one_open', () => refuse('compliance.another_open', {}));
    await tell(context, found, { event: 'reopened', note: input.reason, after: { state: stateAfter('reopen') } });
    return { caseId: found.id };
  });

import { addDays, atHour, type Day, jamaicaDay } from '../../kernel/calendar.ts';
import { isSamePerson } from '../../platform/database/database.ts';
import { mapConstraintViolation } from '../../platform/database/database-faults.ts';
import { customerExists } from './alert-store.ts';
import { canSnooze, maxSnoozeDays } from './alerts.ts';
import { refusalCodes, refuse } from './messages.ts';
import { auditChange, complianceProcedure, type StaffContext } from './procedures.ts';
import { EndSnooze, ListSnoozes, Snooze } from './schema.ts';
import { addSnooze, endActiveSnooze, endExpiredSnooze, findSnoozes, type NewSnooze } from './snooze-store.ts';

/** Returns the end of the day in Jamaica. Refuses today, the past and days after the maximum. */
function parseSnoozeEnd(day: Day, now: Date): Date {
  const today = jamaicaDay(now);
  if (day <= today || day > addDays(today, maxSnoozeDays))
    refuse('compliance.snooze_too_long', { days: String(maxSnoozeDays) });
  return atHour(addDays(day, 1), 0);
}

/** Snoozes a rule for one customer. Staff still see the number of suppressed alerts. */
export const snooze = complianceProcedure()
  .errors(refusalCodes('compliance.never_snoozed', 'compliance.snooze_too_long', 'compliance.snoozed_already'))
  .input(Snooze)
  .handler(async function snooze({ context, input: { userId, rule, until, reason } }) {
    const { tx, person, services } = context;
    const at = services.clock();
    if (isSamePerson(person, userId)) refuse('approvals.own_matter', {});
    if (!canSnooze(rule)) refuse('compliance.never_snoozed', {});
    const end = parseSnoozeEnd(until, at);
    if (!(await customerExists(tx, userId))) refuse('compliance.customer_not_found', {});
    const snoozeId = await saveSnooze(context, { userId, rule, until: end, reason, by: person.id, at });
    const after = { customer: userId, rule, until: end, reason };
    await auditChange(context, {
      action: 'compliance.rule_snoozed',
      subjectType: 'snooze',
      subjectId: snoozeId,
      aboutId: userId,
      after,
    });
    return { snoozeId };
  });

async function saveSnooze({ tx }: StaffContext, newSnooze: NewSnooze): Promise<string> {
  await endExpiredSnooze(tx, newSnooze);
  return mapConstraintViolation(addSnooze(tx, newSnooze), 'snooze_one_at_a_time', () =>
    refuse('compliance.snoozed_already', {}),
  );
}

export const endSnooze = complianceProcedure()
  .errors(refusalCodes('compliance.snooze_not_found'))
  .input(EndSnooze)
  .handler(async function endSnooze({ context, input }) {
    const { tx, person, services } = context;
    const ended = await endActiveSnooze(tx, input.snoozeId, { by: person.id, at: services.clock() });
    if (!ended) return refuse('compliance.snooze_not_found', {});
    const subject = { subjectType: 'snooze', subjectId: input.snoozeId, aboutId: ended.userId };
    await auditChange(context, { action: 'compliance.snooze_ended', ...subject, before: ended });
    return { snoozeId: input.snoozeId };
  });

export const listSnoozes = complianceProcedure()
  .input(ListSnoozes)
  .handler(async function listSnoozes({ context: { tx, services }, input }) {
    const now = services.clock();
    return { lines: await findSnoozes(tx, { userId: input.userId, now }), now };
  });

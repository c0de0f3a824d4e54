import { atHour, type Day, jamaicaDay, shiftDay } from '../../kernel/calendar.ts';
import { isOwn } from '../../platform/database.ts';
import { unlessBroken } from '../../platform/database-faults.ts';
import { customerExists } from './alert-store.ts';
import { longestSnooze, maySnooze } from './alerts.ts';
import { type Desk, officer, record } from './desk.ts';
import { mayRefuse, refuse } from './messages.ts';
import { EndSnooze, ListSnoozes, Snooze } from './schema.ts';
import { addSnooze, endLapsed, endSnoozeNow, type NewSnooze, snoozesOf } from './snooze-store.ts';

/** Until the end of that day in Jamaica; refused before tomorrow and beyond the longest time. */
function endOf(day: Day, now: Date): Date {
  const today = jamaicaDay(now);
  if (day <= today || day > shiftDay(today, longestSnooze))
    refuse('compliance.snooze_too_long', { days: String(longestSnooze) });
  return atHour(shiftDay(day, 1), 0);
}

/** Keeps a rule quiet for one customer until a date. What it keeps quiet is counted and shown. */
export const snooze = officer()
  .errors(mayRefuse('compliance.never_snoozed', 'compliance.snooze_too_long', 'compliance.snoozed_already'))
  .input(Snooze)
  .handler(async ({ context, input: { userId, rule, until, reason } }) => {
    const { tx, person, services } = context;
    const at = services.clock();
    if (isOwn(person, userId)) refuse('approvals.own_matter', {});
    if (!maySnooze(rule)) refuse('compliance.never_snoozed', {});
    const end = endOf(until, at);
    if (!(await customerExists(tx, userId))) refuse('compliance.customer_not_found', {});
    const snoozeId = await lay(context, { userId, rule, until: end, reason, by: person.id, at });
    const after = { customer: userId, rule, until: end, reason };
    await record(context, {
      action: 'compliance.rule_snoozed',
      subjectType: 'snooze',
      subjectId: snoozeId,
      aboutId: userId,
      after,
    });
    return { snoozeId };
  });

async function lay({ tx }: Desk, wish: NewSnooze): Promise<string> {
  await endLapsed(tx, wish);
  return unlessBroken(addSnooze(tx, wish), 'snooze_one_at_a_time', () => refuse('compliance.snoozed_already', {}));
}

/** Lets a rule speak again before its date. */
export const endSnooze = officer()
  .errors(mayRefuse('compliance.snooze_not_found'))
  .input(EndSnooze)
  .handler(async ({ context, input }) => {
    const { tx, person, services } = context;
    const ended = await endSnoozeNow(tx, input.snoozeId, { by: person.id, at: services.clock() });
    if (!ended) return refuse('compliance.snooze_not_found', {});
    const subject = { subjectType: 'snooze', subjectId: input.snoozeId, aboutId: ended.userId };
    await record(context, { action: 'compliance.snooze_ended', ...subject, before: ended });
    return { snoozeId: input.snoozeId };
  });

/** What is quiet now, and what was, with how often it would have spoken. */
export const listSnoozes = officer()
  .input(ListSnoozes)
  .handler(async ({ context: { tx, services }, input }) => {
    const now = services.clock();
    return { lines: await snoozesOf(tx, { userId: input.userId, now }), now };
  });

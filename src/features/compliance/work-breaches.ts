import { currentSettings } from '../settings/store.ts';
import { breachDue, breachState, jamaicaMoment } from './breach.ts';
import { addBreach, type BreachRow, breachRows, changeBreach, lockBreach, tellBreachAt } from './breach-store.ts';
import { breachText } from './breach-text.ts';
import { officer, record } from './desk.ts';
import { mayRefuse, refuse } from './messages.ts';
import { NoteBreach, TellBreach, UpdateBreach } from './schema.ts';

const works = () =>
  officer().errors(mayRefuse('compliance.breach_not_found', 'compliance.breach_ahead', 'compliance.saved_since'));
const about = (id: string) => ({ subjectType: 'breach', subjectId: id, aboutId: null });

/** Breaches of personal data with their clocks of 72 hours, each also as the text for the Commissioner. */
export const listBreaches = officer().handler(async ({ context: { services, tx } }) => {
  const now = services.clock();
  const { company } = await currentSettings(tx);
  const line = (row: BreachRow) => ({
    ...row,
    dueAt: breachDue(row.awareAt),
    state: breachState(row, now),
    text: breachText(company.name, row),
  });
  return { lines: (await breachRows(tx)).map(line), now };
});

/** Begins a record. The 72 hours run from when we knew, which cannot be later than now. */
export const noteBreach = works()
  .input(NoteBreach)
  .handler(async ({ context, input: { awareOn, awareTime, ...texts } }) => {
    const { tx, person, services } = context;
    const [at, awareAt] = [services.clock(), jamaicaMoment(awareOn, awareTime)];
    if (awareAt > at) refuse('compliance.breach_ahead', {});
    const id = await addBreach(tx, { ...texts, awareAt, by: person.id, at });
    await record(context, { action: 'compliance.breach_noted', ...about(id), after: { awareAt } });
    return { breachId: id };
  });

/** Writes on as more becomes known: over nothing that was not read. */
export const updateBreach = works()
  .input(UpdateBreach)
  .handler(async ({ context, input: { breachId, version, ...texts } }) => {
    const stood = await lockBreach(context.tx, breachId);
    if (!stood) return refuse('compliance.breach_not_found', {});
    if (stood.version !== version) return refuse('compliance.saved_since', {});
    await changeBreach(context.tx, breachId, texts);
    await record(context, { action: 'compliance.breach_updated', ...about(breachId), after: { version: version + 1 } });
    return { breachId };
  });

/** Records when the Commissioner, or the people concerned, were told: once, and nothing that is still to come. */
export const tellBreach = works()
  .errors(mayRefuse('compliance.breach_told_too_early'))
  .input(TellBreach)
  .handler(async ({ context, input: { breachId, who, toldOn, toldTime } }) => {
    const stood = await lockBreach(context.tx, breachId);
    if (!stood) return refuse('compliance.breach_not_found', {});
    if (stood[`${who}ToldAt`]) return refuse('compliance.not_now', {});
    const at = jamaicaMoment(toldOn, toldTime);
    if (at > context.services.clock()) refuse('compliance.breach_ahead', {});
    if (at < stood.awareAt) refuse('compliance.breach_told_too_early', {});
    await tellBreachAt(context.tx, breachId, { who, at });
    await record(context, { action: 'compliance.breach_told', ...about(breachId), after: { who, at } });
    return { breachId };
  });

import { formatDateTime } from '../../ui/format.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import {
  type Breach,
  breachPartCodes,
  breachParts,
  getBreachDeadline,
  getBreachState,
  parseJamaicaTime,
} from './breach.ts';
import {
  addBreach,
  type BreachRow,
  findBreaches,
  lockBreach,
  setNotifiedAt,
  updateBreachTexts,
} from './breach-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { auditChange, complianceProcedure, toSubject } from './procedures.ts';
import { NoteBreach, RecordBreachNotification, UpdateBreach } from './schema.ts';

const formatMoment = (at: Date | null): string => (at ? formatDateTime(at, { year: true }) : 'not yet');

const formatBreachReport = (company: string, breach: Breach): string =>
  [
    'Breach of personal data: report to the Information Commissioner',
    company,
    '',
    breach.title,
    `Known to us since: ${formatMoment(breach.awareAt)}`,
    `Notify by: ${formatMoment(getBreachDeadline(breach.awareAt))}`,
    `Commissioner notified: ${formatMoment(breach.commissionerNotifiedAt)}`,
    `People affected notified: ${formatMoment(breach.personsNotifiedAt)}`,
    'All times are Jamaica time.',
    ...breachPartCodes.map((part) => `\n${breachParts[part]}\n${breach[part] || 'Not known yet.'}`),
    '',
  ].join('\n');

const breachProcedure = () =>
  complianceProcedure().errors(
    refusalCodes('compliance.breach_not_found', 'compliance.breach_ahead', 'compliance.saved_since'),
  );
const toAuditSubject = (id: string) => toSubject('breach', id, null);

export const listBreaches = complianceProcedure().handler(async function listBreaches({ context: { services, tx } }) {
  const now = services.clock();
  const { company } = await loadCurrentSettings(tx);
  const toLine = (row: BreachRow) => ({
    ...row,
    dueAt: getBreachDeadline(row.awareAt),
    state: getBreachState(row, now),
    text: formatBreachReport(company.name, row),
  });
  return { lines: (await findBreaches(tx)).map(toLine), now };
});

/** Records a breach. Refuses a time of awareness in the future, as the 72 hours start then. */
export const noteBreach = breachProcedure()
  .input(NoteBreach)
  .handler(async function noteBreach({ context, input: { awareOn, awareTime, ...texts } }) {
    const { tx, person, services } = context;
    const [at, awareAt] = [services.clock(), parseJamaicaTime(awareOn, awareTime)];
    if (awareAt > at) refuse('compliance.breach_ahead', {});
    const id = await addBreach(tx, { ...texts, awareAt, by: person.id, at });
    await auditChange(context, { ...toAuditSubject(id), action: 'compliance.breach_noted', after: { awareAt } });
    return { breachId: id };
  });

export const updateBreach = breachProcedure()
  .input(UpdateBreach)
  .handler(async function updateBreach({ context, input: { breachId, version, ...texts } }) {
    const current = await lockBreach(context.tx, breachId);
    if (!current) return refuse('compliance.breach_not_found', {});
    if (current.version !== version) return refuse('compliance.saved_since', {});
    await updateBreachTexts(context.tx, breachId, texts);
    const after = { version: version + 1 };
    await auditChange(context, { ...toAuditSubject(breachId), action: 'compliance.breach_updated', after });
    return { breachId };
  });

/** Records a notification once. Refuses a time in the future. */
export const recordBreachNotification = breachProcedure()
  .errors(refusalCodes('compliance.breach_told_too_early'))
  .input(RecordBreachNotification)
  .handler(async function recordBreachNotification({
    context,
    input: { breachId, recipient, notifiedOn, notifiedTime },
  }) {
    const current = await lockBreach(context.tx, breachId);
    if (!current) return refuse('compliance.breach_not_found', {});
    if (current[`${recipient}NotifiedAt`]) return refuse('compliance.not_now', {});
    const at = parseJamaicaTime(notifiedOn, notifiedTime);
    if (at > context.services.clock()) refuse('compliance.breach_ahead', {});
    if (at < current.awareAt) refuse('compliance.breach_told_too_early', {});
    await setNotifiedAt(context.tx, breachId, { recipient, at });
    const after = { who: recipient, at };
    await auditChange(context, { ...toAuditSubject(breachId), action: 'compliance.breach_told', after });
    return { breachId };
  });

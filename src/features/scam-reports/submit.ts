import { createHash } from 'node:crypto';
import { after, days } from '../../kernel/clock.ts';
import { audit } from '../../platform/audit.ts';
import { type Db, publishTopic } from '../../platform/database/database.ts';
import { pseudonymizeIp } from '../../platform/http/ip-pseudonyms.ts';
import { authedSerial } from '../../platform/http/procedure.ts';
import { findMyFiles } from '../documents/my-files.ts';
import { getCompanyAddresses } from '../settings/company-addresses.ts';
import type { SettingsInForce } from '../settings/schema.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { parseFact, parseNameIndicators, parseWebsite } from './facts.ts';
import { type Indicator, indicatorKey } from './indicators/indicator.ts';
import { classifyLikeness } from './lookalikes/classify.ts';
import { listOfficialContacts } from './lookalikes/official.ts';
import { refusalCodes, refuse } from './messages.ts';
import { Submit } from './schema.ts';
import { countOwnReports, drafts, findReportByKey, insertReport, type NamedIndicator, placeReport } from './store.ts';

const hashRequest = (request: Submit): string => createHash('sha256').update(JSON.stringify(request)).digest('hex');

/** Empty values become null [001 §5 Scam form]. */
const emptyToNull = (text: string): string | null => (text === '' ? null : text);

type ReportInput = { readonly input: Submit; readonly settings: SettingsInForce; readonly origin: string };

/** Collects indicators from facts, website and name. Excludes our own, which would link unrelated reports. */
function collectNamed({ input, settings, origin }: ReportInput): NamedIndicator[] {
  const ours = getCompanyAddresses(settings);
  const official = listOfficialContacts(settings, origin);
  const facts = input.facts.map(
    (fact): NamedIndicator => ({
      ...(parseFact(fact, ours) ?? refuse('scam_reports.unreadable_fact', { given: fact.value })),
      given: fact.value,
    }),
  );
  const withSource = (found: readonly Indicator[], text: string): NamedIndicator[] =>
    found.map((indicator) => ({ ...indicator, given: text }));
  const all = [
    ...facts,
    ...withSource(parseWebsite(input.website), input.website),
    ...withSource(parseNameIndicators(input.name), input.name),
  ];
  const named = all.filter((indicator) => classifyLikeness(indicator, official) !== 'ours');
  return [...new Map(named.map((indicator) => [indicatorKey(indicator), indicator])).values()];
}

async function assertWithinLimits(tx: Db, { scam_reports }: SettingsInForce, now: Date): Promise<void> {
  const { recent, open } = await countOwnReports(tx, after(now, -days(1)));
  if (recent >= scam_reports.perDay) refuse('scam_reports.too_many_today', { most: String(scam_reports.perDay) });
  if (open >= scam_reports.open) refuse('scam_reports.too_many_open', { most: String(scam_reports.open) });
}

async function assertEvidence(tx: Db, fileId: string | null): Promise<void> {
  if (fileId === null) return;
  const [file] = await findMyFiles(tx, [fileId]);
  if (file?.purpose !== 'scam-evidence' || file.state === 'refused') refuse('scam_reports.evidence_gone', {});
}

/** Submits a report and assigns its case. Idempotent (A9) [001 §1, §4 Scam report, §5 Scam form]. */
export const submit = authedSerial
  .errors(refusalCodes('scam_reports.missing_details', 'scam_reports.unreadable_fact', 'scam_reports.evidence_gone'))
  .errors(refusalCodes('scam_reports.too_many_today', 'scam_reports.too_many_open', 'general.key_reused'))
  .input(Submit)
  .handler(async function submit({ context, input }) {
    const { services, tx, request } = context;
    const { id: personId } = await context.userPromise;
    const requestHash = hashRequest(input);
    const earlier = await findReportByKey(tx, input.key);
    if (earlier) return earlier.requestHash === requestHash ? { id: earlier.id } : refuse('general.key_reused', {});
    const { key, name, description, evidenceFile } = input;
    if (name === '' || description === '') refuse('scam_reports.missing_details', {});
    const now = services.clock();
    const settings = await loadCurrentSettings(tx);
    await assertWithinLimits(tx, settings, now);
    await assertEvidence(tx, evidenceFile);
    const named = collectNamed({ input, settings, origin: services.config.origin });
    const optional = {
      website: emptyToNull(input.website),
      contactInfo: emptyToNull(input.contactInfo),
      suspiciousNotes: emptyToNull(input.suspiciousNotes),
    };
    const connectionHash = pseudonymizeIp(services.config, 'scam report', request.ip).connection;
    const facts = { name, description, ...optional, evidenceFile };
    const id = await insertReport(tx, { ...facts, key, requestHash, connectionHash, now });
    await placeReport(tx, id, named);
    await drafts.forget(tx);
    const what = { action: 'scam_reports.submitted', subjectType: 'scam_report', subjectId: id };
    await audit(tx, { actorId: personId, actorRole: 'customer', ...what, requestId: request.id });
    publishTopic(tx, 'desk');
    return { id };
  });

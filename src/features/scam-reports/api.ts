import { createHash } from 'node:crypto';
import { after, days } from '../../kernel/clock.ts';
import { audit } from '../../platform/audit.ts';
import { type Db, publishTopic, withUser } from '../../platform/database/database.ts';
import { getConnectionKey } from '../../platform/http/client-network.ts';
import { pseudonymizeIp } from '../../platform/http/ip-pseudonyms.ts';
import { authed, authedSerial, type Context, command } from '../../platform/http/procedure.ts';
import { credentialsOf } from '../../platform/http/session.ts';
import { queueAnonymous } from '../../platform/limits/anonymous-queue.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { getLimitKeys, isWithinLimit, isWithinLimits } from '../../platform/limits/rate-limit.ts';
import { findMyFiles } from '../documents/my-files.ts';
import { getComparableAddress, type SanctionsIndex } from '../screening/address-index.ts';
import { findListedEntries, loadSanctionsIndex } from '../screening/screen-wallet.ts';
import { getCompanyAddresses } from '../settings/company-addresses.ts';
import type { SettingsInForce } from '../settings/schema.ts';
import { loadCurrentSettings, loadSettings } from '../settings/store.ts';
import { collectIndicators, parseFact, parseNameIndicators, parseWebsite } from './facts.ts';
import { classifyLikeness, listOfficialContacts } from './lookalikes/classify.ts';
import { refusalCodes, refuse } from './messages.ts';
import { appeal, warning, warnings } from './published/api.ts';
import { LookupInput, SaveDraft, Submit } from './schema.ts';
import {
  countOwnReports,
  drafts,
  findKnownInAnyForm,
  findOwnReports,
  findReportByKey,
  insertReport,
  loadActiveVersions,
  type NamedIndicator,
  placeReport,
} from './store.ts';
import { distinct, type Finding, type Indicator } from './types.ts';

/** Lists that anyone can read. Our own list stays secret (A7). */
const publicLists: readonly string[] = ['ofac', 'un', 'demo'];

/** Checks wallets only, never names. */
const isListed = (index: SanctionsIndex, { kind, value }: Indicator): boolean =>
  kind === 'wallet' &&
  findListedEntries(index, getComparableAddress(value.split('?')[0] ?? '')).some(
    ({ source, category }) => category === 'sanctioned' && publicLists.includes(source),
  );

/** Counts a lookup towards the hourly limit of the user, or of the anonymous connection and its network. */
async function consumeLookup(
  tx: Db,
  { services, request }: Context,
  { personId, tries }: { personId: string | null; tries: number },
): Promise<void> {
  const allowed = { tries, seconds: 3_600, now: services.clock() };
  const within =
    personId === null
      ? await isWithinLimits(tx, getLimitKeys('scam-look', request.ip), allowed)
      : await isWithinLimit(tx, `scam-look:${personId}`, allowed);
  if (!within) refuse('scam_reports.too_many_looks', {});
}

async function lookupAs(
  tx: Db,
  context: Context,
  { personId, input }: { personId: string | null; input: LookupInput },
) {
  const { services, request } = context;
  checkRateLimit(services, 'search', personId ?? getConnectionKey(request.ip));
  const versions = await loadActiveVersions(tx);
  const settings = await loadSettings(tx, versions.settings);
  await consumeLookup(tx, context, { personId, tries: settings.scam_reports.looksPerHour });
  const indicators = collectIndicators(input, getCompanyAddresses(settings));
  const index = await loadSanctionsIndex(tx, versions.lists);
  const official = listOfficialContacts(settings, services.config.origin);
  const known = await findKnownInAnyForm(tx, indicators);
  return indicators.map(
    (indicator, at): Finding => ({
      ...indicator,
      likeness: classifyLikeness(indicator, official),
      listed: isListed(index, indicator),
      known: known[at] ?? null,
    }),
  );
}

/** Looks up the form while the user types. `app.lookup_scams` decides which results the caller may see. */
const lookUp = command
  .errors(refusalCodes('scam_reports.too_many_looks'))
  .input(LookupInput)
  .handler(async function lookUp({ context, input }): Promise<{ findings: Finding[] }> {
    const { services, request } = context;
    const credentials = credentialsOf(request, services.config);
    const asUser = (tx: Db, { id }: { id: string }) => lookupAs(tx, context, { personId: id, input });
    const found = await withUser(services.pool, credentials, asUser);
    // Signed-in users don't take a slot in the anonymous queue.
    const asAnonymous = () => lookupAs(services.db, context, { personId: null, input });
    return { findings: found ? found.value : await queueAnonymous(request, asAnonymous) };
  });

const hashRequest = (request: Submit): string => createHash('sha256').update(JSON.stringify(request)).digest('hex');

/** Empty values become null [001 §5 Scam form]. */
const emptyToNull = (text: string): string | null => (text === '' ? null : text);

type ReportInput = { readonly input: Submit; readonly settings: SettingsInForce; readonly origin: string };

/** Collects indicators from facts, website and name. Excludes our own, which would link unrelated reports. */
function collectNamed({ input, settings, origin }: ReportInput): NamedIndicator[] {
  const companyAddresses = getCompanyAddresses(settings);
  const official = listOfficialContacts(settings, origin);
  const facts = input.facts.map(
    (fact): NamedIndicator => ({
      ...(parseFact(fact, companyAddresses) ?? refuse('scam_reports.unreadable_fact', { given: fact.value })),
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
  return distinct(all.filter((indicator) => classifyLikeness(indicator, official) !== 'ours'));
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
const submit = authedSerial
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

const own = authed.handler(async function own({ context: { tx } }) {
  return { reports: await findOwnReports(tx) };
});

const draft = authed.handler(async function draft({ context: { tx } }) {
  return drafts.read(tx);
});

const saveDraft = authed.input(SaveDraft).handler(async function saveDraft({
  context: { services, tx, person },
  input: { data },
}) {
  checkRateLimit(services, 'draft', person.id);
  await drafts.save(tx, { data, now: services.clock() });
  return { done: true as const };
});

export const scamReportsApi = { lookUp, own, draft, saveDraft, submit, warnings, warning, appeal };

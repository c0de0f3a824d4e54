import { createHash } from 'node:crypto';
import { after, days } from '../../kernel/clock.ts';
import { audit } from '../../platform/audit.ts';
import { announce, type Db } from '../../platform/database.ts';
import { signedInAlone } from '../../platform/procedure.ts';
import { ownAddresses } from '../coins/own-addresses.ts';
import { ownFiles } from '../documents/own-files.ts';
import type { SettingsInForce } from '../settings/schema.ts';
import { currentSettings } from '../settings/store.ts';
import { ofName, ofWebsite, readFact } from './facts.ts';
import { likenessOf } from './imitation/imitates.ts';
import { officialKnown } from './imitation/official.ts';
import { type Indicator, keyOf } from './indicators/indicator.ts';
import { mayRefuse, refuse } from './messages.ts';
import { Submit } from './schema.ts';
import { deleteDraft, insertReport, type Named, ownCounts, placeReport, reportUnder } from './store.ts';

const fingerprint = (request: Submit): string => createHash('sha256').update(JSON.stringify(request)).digest('hex');

/** Empty values become null [001 §5 Scam form]. */
const orNull = (text: string): string | null => (text === '' ? null : text);

type HandedIn = { readonly input: Submit; readonly settings: SettingsInForce; readonly origin: string };

/**
 * What the report names: what its reporter says as facts, its website and its name. What is ours is left out: it would
 * join everything that anybody writes about us.
 */
function namedIn({ input, settings, origin }: HandedIn): Named[] {
  const excluded = ownAddresses(settings.everOurs);
  const official = officialKnown(settings, origin);
  const facts = input.facts.map(
    (fact): Named => ({
      ...(readFact(fact, excluded) ?? refuse('scam_reports.unreadable_fact', { given: fact.value })),
      given: fact.value,
    }),
  );
  const given = (found: readonly Indicator[], text: string): Named[] => found.map((one) => ({ ...one, given: text }));
  const all = [...facts, ...given(ofWebsite(input.website), input.website), ...given(ofName(input.name), input.name)];
  const named = all.filter((one) => likenessOf(one, official) !== 'ours');
  return [...new Map(named.map((one) => [keyOf(one), one])).values()];
}

async function refuseTooMany(tx: Db, { scam_reports }: SettingsInForce, now: Date): Promise<void> {
  const { lately, open } = await ownCounts(tx, after(now, -days(1)));
  if (lately >= scam_reports.perDay) refuse('scam_reports.too_many_today', { most: String(scam_reports.perDay) });
  if (open >= scam_reports.open) refuse('scam_reports.too_many_open', { most: String(scam_reports.open) });
}

async function refuseOtherEvidence(tx: Db, fileId: string | null): Promise<void> {
  if (fileId === null) return;
  const [file] = await ownFiles(tx, [fileId]);
  if (file?.purpose !== 'scam-evidence' || file.state === 'refused') refuse('scam_reports.evidence_gone', {});
}

/**
 * Hands in a report, a scam-check request, submitted from then on [001 §1, §4 Scam report, §5 Scam form]: once for one
 * request (A9). It is put to the others that name the same in this transaction, and its draft goes with it. Nobody is
 * stopped or marked by it.
 */
export const submit = signedInAlone
  .errors(mayRefuse('scam_reports.missing_details', 'scam_reports.unreadable_fact', 'scam_reports.evidence_gone'))
  .errors(mayRefuse('scam_reports.too_many_today', 'scam_reports.too_many_open', 'general.key_reused'))
  .input(Submit)
  .handler(async ({ context, input }) => {
    const { services, tx, request } = context;
    const { id: personId } = await context.arriving;
    const requestHash = fingerprint(input);
    const earlier = await reportUnder(tx, input.key);
    if (earlier) return earlier.requestHash === requestHash ? { id: earlier.id } : refuse('general.key_reused', {});
    const { key, name, description, evidenceFile } = input;
    if (name === '' || description === '') refuse('scam_reports.missing_details', {});
    const now = services.clock();
    const settings = await currentSettings(tx);
    await refuseTooMany(tx, settings, now);
    await refuseOtherEvidence(tx, evidenceFile);
    const named = namedIn({ input, settings, origin: services.config.origin });
    const optional = {
      website: orNull(input.website),
      contactInfo: orNull(input.contactInfo),
      suspiciousNotes: orNull(input.suspiciousNotes),
    };
    const id = await insertReport(tx, { name, description, ...optional, evidenceFile, key, requestHash, now });
    await placeReport(tx, id, named);
    await deleteDraft(tx);
    const what = { action: 'scam_reports.submitted', subjectType: 'scam_report', subjectId: id };
    await audit(tx, { actorId: personId, actorRole: 'customer', ...what, requestId: request.id });
    announce(tx, 'desk');
    return { id };
  });

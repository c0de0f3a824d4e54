import { type Db, withUser } from '../../platform/database/database.ts';
import { getConnectionKey } from '../../platform/http/client-network.ts';
import { type Context, command } from '../../platform/http/procedure.ts';
import { credentialsOf } from '../../platform/http/session.ts';
import { queueAnonymous } from '../../platform/limits/anonymous-queue.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { getLimitKeys, isWithinLimit, isWithinLimits } from '../../platform/limits/rate-limit.ts';
import type { SanctionsIndex } from '../screening/address-index.ts';
import { findListedEntries, loadSanctionsIndex } from '../screening/screen-wallet.ts';
import { getComparableAddress } from '../screening/wallet-address.ts';
import { getCompanyAddresses } from '../settings/company-addresses.ts';
import { loadSettings } from '../settings/store.ts';
import { collectIndicators } from './facts.ts';
import type { Indicator } from './indicators/indicator.ts';
import { classifyLikeness } from './lookalikes/classify.ts';
import { listOfficialContacts } from './lookalikes/official.ts';
import { findKnownInAnyForm, loadActiveVersions } from './lookup-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { LookupInput } from './schema.ts';
import type { Finding } from './types.ts';

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
  checkRateLimit(services, 'look', personId ?? getConnectionKey(request.ip));
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
export const lookUp = command
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

import { connectionOf } from '../../platform/connection.ts';
import { asPerson, type Db } from '../../platform/database.ts';
import { keepPace } from '../../platform/pace.ts';
import { type Context, command } from '../../platform/procedure.ts';
import { limitKeysAt, withinLimit, withinLimits } from '../../platform/rate-limit.ts';
import { comerOf } from '../../platform/session.ts';
import { inStrangersTurn } from '../../platform/strangers-turn.ts';
import { ownAddresses } from '../coins/own-addresses.ts';
import type { SanctionsIndex } from '../screening/address-index.ts';
import { listedBy, sanctionsIndex } from '../screening/screen-wallet.ts';
import { comparableAddress } from '../screening/wallet-address.ts';
import { settingsOf } from '../settings/store.ts';
import { indicatorsOf } from './facts.ts';
import { likenessOf } from './imitation/imitates.ts';
import { officialKnown } from './imitation/official.ts';
import type { Indicator } from './indicators/indicator.ts';
import { knownInAnyForm, versionsInForce } from './look-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { LookAt } from './schema.ts';
import type { Finding } from './shapes.ts';

/** Lists that their publishers show to everybody. Our own list is nobody's to read (A7). */
const publicLists: readonly string[] = ['ofac', 'un', 'demo'];

/** Whether a wallet, and never a name, stands there as sanctioned. */
const isListed = (index: SanctionsIndex, { kind, value }: Indicator): boolean =>
  kind === 'wallet' &&
  listedBy(index, comparableAddress(value.split('?')[0] ?? '')).some(
    ({ source, category }) => category === 'sanctioned' && publicLists.includes(source),
  );

/**
 * Takes one look from what a person, or a connection and the network around it, may have within an hour. Of somebody it
 * is counted on the connection that they hold: whoever waited for a second one would keep theirs from everybody.
 */
async function spendLook(
  tx: Db,
  { services, request }: Context,
  { personId, tries }: { personId: string | null; tries: number },
): Promise<void> {
  const allowed = { tries, seconds: 3_600, now: services.clock() };
  const within =
    personId === null
      ? await withinLimits(tx, limitKeysAt('scam-look', request.ip), allowed)
      : await withinLimit(tx, `scam-look:${personId}`, allowed);
  if (!within) refuse('scam_reports.too_many_looks', {});
}

async function lookAs(tx: Db, context: Context, { personId, input }: { personId: string | null; input: LookAt }) {
  const { services, request } = context;
  keepPace(services, 'look', personId ?? connectionOf(request.ip));
  const versions = await versionsInForce(tx);
  const settings = await settingsOf(tx, versions.settings);
  await spendLook(tx, context, { personId, tries: settings.scam_reports.looksPerHour });
  const asked = indicatorsOf(input, ownAddresses(settings.everOurs));
  const index = await sanctionsIndex(tx, versions.lists);
  const official = officialKnown(settings, services.config.origin);
  const known = await knownInAnyForm(tx, asked);
  return asked.map(
    (one, at): Finding => ({
      ...one,
      likeness: likenessOf(one, official),
      listed: isListed(index, one),
      known: known[at] ?? null,
    }),
  );
}

/**
 * The instant look: what we know of whatever somebody typed, before anybody of ours has read it. For everybody; what is
 * told to whom, the database decides (`app.scam_look`).
 */
export const look = command
  .errors(mayRefuse('scam_reports.too_many_looks'))
  .input(LookAt)
  .handler(async ({ context, input }): Promise<{ findings: Finding[] }> => {
    const { services, request } = context;
    const comer = comerOf(request, services.config);
    const asPersonOf = (tx: Db, { id }: { id: string }) => lookAs(tx, context, { personId: id, input });
    const found = await asPerson(services.pool, comer, asPersonOf);
    // Whoever is somebody waits in a line of their own, and holds no place of strangers meanwhile.
    const asStranger = () => lookAs(services.db, context, { personId: null, input });
    return { findings: found ? found.value : await inStrangersTurn(request, asStranger) };
  });

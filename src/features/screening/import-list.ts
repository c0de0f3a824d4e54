import { randomUUID } from 'node:crypto';
import type { Db } from '../../platform/database.ts';
import { type Found, UnreadableList } from './found.ts';
import { compareStaged, confirmVersion, type InForce, lockSource, type NewVersion, putInForce } from './list-store.ts';
import type { Party } from './party.ts';
import type { SourceName } from './sources.ts';
import { type Counts, clearStaging, stagedCounts, stageParties, stageProgrammes } from './staging-store.ts';
import type { ImportedList, ListDiff } from './views.ts';

/** A list to be imported. Its pieces come from a file or from memory: nobody is waited for inside a transaction. */
export type Incoming = Pick<NewVersion, 'source' | 'sha256' | 'origin' | 'fileName' | 'importedBy'> & {
  readonly found: AsyncIterable<Found>;
  readonly now: Date;
  /** When this is known to have been the newest; the day of publication where it is not given. */
  readonly asOf?: Date;
  /** Reads and compares only. */
  readonly tryOnly?: boolean;
};

/** Lists that others publish; of our own ones we know what we do. */
const isOfficial = (source: SourceName): boolean => source === 'ofac' || source === 'un';

/** An official list that loses more than this at once is taken for a faulty file. */
const largestLoss = 0.2;
const batchSize = 100;

/**
 * Imports a list as a version, in the caller's transaction, which must be the product's own or one of compliance. The
 * file that is in force already is nothing new: it is noted as still the newest. Throws {@link UnreadableList} for what
 * is broken, empty, older than what stands, or has lost a fifth of it; then nothing has changed.
 */
export async function importList(tx: Db, incoming: Incoming): Promise<ImportedList> {
  const { source, sha256, now } = incoming;
  const inForce = await lockSource(tx, source);
  if (inForce.publishedOn && inForce.sha256 === sha256) return sameAgain(tx, inForce, incoming);
  const importId = randomUUID();
  const publishedOn = await stage(tx, importId, incoming.found);
  const counts = await stagedCounts(tx, importId);
  refuseFaulty(source, { publishedOn, counts, inForce });
  const diff = await compareStaged(tx, source, importId);
  refuseLoss(source, diff, inForce);
  const asOf = incoming.asOf ?? new Date(`${publishedOn}T00:00:00Z`);
  const version = { ...incoming, ...counts, id: randomUUID(), publishedOn, importedAt: now, asOf, diff };
  if (!incoming.tryOnly) await putInForce(tx, importId, version);
  await clearStaging(tx, importId);
  return { ...counts, diff, unchanged: false, listId: incoming.tryOnly ? null : version.id };
}

const noDiff: ListDiff = {
  parties: { added: 0, removed: 0, changed: 0 },
  addresses: { added: 0, removed: 0 },
  samples: { added: [], removed: [], changed: [], addedAddresses: [], removedAddresses: [] },
};

/** The very file that is in force: nothing is new, but that it is still the newest. */
async function sameAgain(tx: Db, inForce: InForce, { source, now, asOf, tryOnly }: Incoming): Promise<ImportedList> {
  const newest = asOf ?? new Date(`${inForce.publishedOn}T00:00:00Z`);
  if (!tryOnly) await confirmVersion(tx, source, { now, asOf: newest });
  const { parties, names, addresses } = inForce;
  return { parties, names, addresses, diff: noDiff, unchanged: true, listId: null };
}

/** Reads the whole list into the staging table, in batches; answers the day of its publication. */
async function stage(tx: Db, importId: string, found: AsyncIterable<Found>): Promise<string> {
  let publishedOn = '';
  const parties = batches<Party>((batch) => stageParties(tx, importId, batch));
  const programmes = batches<{ of: string; programmes: readonly string[] }>((batch) =>
    stageProgrammes(tx, importId, batch),
  );
  for await (const one of found) {
    if ('publishedOn' in one) publishedOn = one.publishedOn;
    else if ('party' in one) {
      if (one.party.names.length > 0) await parties.add(one.party);
    } else {
      await parties.flush();
      await programmes.add(one);
    }
  }
  await parties.flush();
  await programmes.flush();
  return publishedOn;
}

/** Gathers things and hands them on some hundred at a time. */
function batches<T>(handOn: (batch: readonly T[]) => Promise<unknown>) {
  let waiting: T[] = [];
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    if (batch.length > 0) await handOn(batch);
  };
  const add = async (one: T) => {
    waiting.push(one);
    if (waiting.length >= batchSize) await flush();
  };
  return { add, flush };
}

type Read = { readonly publishedOn: string; readonly counts: Counts; readonly inForce: InForce };

function refuseFaulty(source: SourceName, { publishedOn, counts, inForce }: Read): void {
  if (publishedOn === '') throw new UnreadableList('The list does not say when it was published.');
  if (!isOfficial(source)) return;
  if (counts.parties === 0) throw new UnreadableList('The list is empty.');
  if (inForce.publishedOn && publishedOn < inForce.publishedOn)
    throw new UnreadableList(`The list is of ${publishedOn}, older than the one in force of ${inForce.publishedOn}.`);
}

function refuseLoss(source: SourceName, diff: ListDiff, inForce: InForce): void {
  if (!isOfficial(source)) return;
  for (const what of ['parties', 'addresses'] as const)
    if (diff[what].removed > inForce[what] * largestLoss)
      throw new UnreadableList(
        `${diff[what].removed} of ${inForce[what]} ${what} would be gone: the file is taken for faulty.`,
      );
}

import { createHash } from 'node:crypto';
import { sameJson } from '../../kernel/same-json.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { announce, type Db, isOwn, type Person } from '../../platform/database.ts';
import { staffOnly } from '../../platform/procedure.ts';
import {
  because,
  decideProposal,
  decisionMayRefuse,
  type OpenProposal,
  openProposal,
  propose,
} from '../approvals/decide.ts';
import { screeningActs } from './acts.ts';
import { UnreadableList } from './found.ts';
import { afterImport } from './import-file.ts';
import { importList } from './import-list.ts';
import { mayRefuse, refuse } from './messages.ts';
import { foundIn, readLocal } from './read-local.ts';
import { ImportLocal } from './schema.ts';
import type { ImportedView, ListDiff, WaitingList } from './views.ts';

type Desk = { readonly tx: Db; readonly person: Person; readonly request: { id: string } };

/** What the first of two laid before the second: this very file, and what it takes off or changes. */
type ListImport = Pick<WaitingList, 'fileName' | 'diff'> & { readonly sha256: string; readonly publishedOn: string };

/** Whether anything that stands would stand no more, or otherwise: that takes two people. */
const takesOff = ({ parties, addresses }: ListDiff): boolean =>
  parties.removed + parties.changed + addresses.removed > 0;

/** What waits to be taken off our own list. */
export const waitingList = async ({ tx, person }: Pick<Desk, 'tx' | 'person'>): Promise<WaitingList | null> => {
  const open = await openProposal(tx, 'list', 'local');
  if (!open) return null;
  const { fileName, diff } = open.payload as ListImport;
  const { id: proposalId, proposer: proposedBy } = open;
  return { proposalId, proposedBy, mine: isOwn(person, open.proposedBy), fileName, diff };
};

/** The proposal to which whoever gives this very file may agree; null where none waits, or their own. */
async function sameAsWaiting({ tx, person }: Desk, { sha256, publishedOn }: ListImport): Promise<string | null> {
  const open = await openProposal(tx, 'list', 'local');
  if (!open || isOwn(person, open.proposedBy)) return null;
  const asked = open.payload as ListImport;
  return asked.sha256 === sha256 && asked.publishedOn === publishedOn ? open.id : null;
}

type Laid = { readonly asked: ListImport; readonly why: string };

/** Lays a file before a second person, in place of whatever waits: of another person's it says why that is rejected. */
async function layBefore(desk: Desk, open: OpenProposal | null, { asked, why }: Laid): Promise<void> {
  const { tx, person } = desk;
  const decision = open?.proposedBy === person.id ? 'withdraw' : 'reject';
  const ended = open && (await decideProposal(tx, open, { by: person.id, decision, reason: why }));
  await propose(tx, { kind: 'list', subject: 'local', payload: asked, by: person.id });
  await audit(tx, {
    ...byStaff(desk),
    action: 'screening.list_proposed',
    subjectType: 'sanctions_list',
    subjectId: 'local',
    after: { ...asked, ...(ended && because(ended)) },
  });
  announce(tx, 'compliance');
}

/** Whether the file may be put in force now; else it waits for its second person, who gives the same one. */
async function agreed(desk: Desk, laid: Laid, proposalId: string | null): Promise<boolean> {
  const { asked } = laid;
  const open = await openProposal(desk.tx, 'list', 'local');
  if (proposalId === null) {
    await layBefore(desk, open, laid);
    return false;
  }
  // However each of them called the file.
  const told = (one: ListImport) => ({ ...one, fileName: '' });
  const unchanged = ({ payload }: { payload: unknown }) => sameJson(told(payload as ListImport), told(asked));
  const verdict = { by: desk.person.id, decision: 'approve', unchanged } as const;
  await decideProposal(desk.tx, { id: proposalId, kind: 'list' }, verdict);
  return true;
}

/**
 * Puts a list of our own in force, in place of the one before, or only shows what would change. Refuses with the first
 * line that does not fit. What takes off or changes what stands waits for a second person, who gives the same file.
 */
export const importLocal = staffOnly(screeningActs.importList)
  .errors(decisionMayRefuse)
  .errors(mayRefuse('screening.list_unreadable'))
  .input(ImportLocal)
  .handler(async ({ context, input }): Promise<ImportedView> => {
    const { tx, person, services, request } = context;
    const { csv, fileName, publishedOn, tryOnly, proposalId, why } = input;
    refuseUnreadable(csv);
    const sha256 = createHash('sha256').update(csv).digest('hex');
    const now = services.clock();
    const about = { source: 'local', origin: 'desk', importedBy: person.id, sha256, fileName, now, asOf: now } as const;
    const bring = (only: boolean) => importList(tx, { ...about, found: foundIn(csv, publishedOn), tryOnly: only });
    const tried = await bring(true);
    const two = takesOff(tried.diff);
    const asked = { sha256, publishedOn, fileName, diff: tried.diff };
    if (tryOnly) return { ...tried, takesOff: two, agreesTo: await sameAsWaiting(context, asked) };
    if (two && !(await agreed(context, { asked, why }, proposalId))) return { ...tried, takesOff: two, agreesTo: null };
    const imported = await bring(false);
    const by = { id: person.id, role: person.roles.join(','), requestId: request.id };
    await afterImport(services, tx, { source: 'local', sha256, imported, by });
    return { ...imported, takesOff: two, agreesTo: null };
  });

function refuseUnreadable(csv: string): void {
  try {
    readLocal(csv);
  } catch (error) {
    if (error instanceof UnreadableList) refuse('screening.list_unreadable', { what: error.message });
    throw error;
  }
}

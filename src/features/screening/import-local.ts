import { createHash } from 'node:crypto';
import { jsonEqual } from '../../kernel/canonical-json.ts';
import { audit, byStaff } from '../../platform/audit.ts';
import { type Db, isSamePerson, publishTopic, type SessionUser } from '../../platform/database/database.ts';
import { staff } from '../../platform/http/procedure.ts';
import {
  decisionRefusalCodes,
  defineProposal,
  findOpenProposal,
  type OpenProposal,
  rejectionReason,
} from '../approvals/decide.ts';
import { importList, recordImport } from './import-list.ts';
import { refusalCodes, refuse } from './messages.ts';
import { UnreadableListError } from './party.ts';
import { screeningPermissions } from './permissions.ts';
import { readLocal, readRecords } from './read-local.ts';
import { ImportLocal } from './schema.ts';
import type { ImportedView, ListDiff, WaitingList } from './views.ts';

type StaffContext = { readonly tx: Db; readonly person: SessionUser; readonly request: { id: string } };

type ListProposal = Pick<WaitingList, 'fileName' | 'diff'> & { readonly sha256: string; readonly publishedOn: string };

/** Returns true when the import removes or changes entries, which needs two people. */
const removesEntries = ({ parties, addresses }: ListDiff): boolean =>
  parties.removed + parties.changed + addresses.removed > 0;

export const findPendingList = async ({
  tx,
  person,
}: Pick<StaffContext, 'tx' | 'person'>): Promise<WaitingList | null> => {
  const open = await findOpenProposal(tx, 'list', 'local');
  if (!open) return null;
  const { fileName, diff } = open.payload as ListProposal;
  const { id: proposalId, proposer: proposedBy } = open;
  return { proposalId, proposedBy, isOwn: isSamePerson(person, open.proposedBy), fileName, diff };
};

async function findMatchingProposal(
  { tx, person }: StaffContext,
  { sha256, publishedOn }: ListProposal,
): Promise<string | null> {
  const open = await findOpenProposal(tx, 'list', 'local');
  if (!open || isSamePerson(person, open.proposedBy)) return null;
  const proposal = open.payload as ListProposal;
  return proposal.sha256 === sha256 && proposal.publishedOn === publishedOn ? open.id : null;
}

const withoutFileName = (file: ListProposal) => ({ ...file, fileName: '' });

/** The second person imports `file`, which must be the proposed one. */
const listProposal = defineProposal<StaffContext & { readonly file?: ListProposal }, ListProposal>({
  kind: 'list',
  stillValid: ({ file }, { payload }) =>
    file !== undefined && jsonEqual(withoutFileName(payload), withoutFileName(file)),
});

type ProposedList = { readonly proposal: ListProposal; readonly why: string };

async function proposeList(
  context: StaffContext,
  open: OpenProposal | null,
  { proposal, why }: ProposedList,
): Promise<void> {
  const { tx, person } = context;
  const decision = open?.proposedBy === person.id ? 'withdraw' : 'reject';
  const ended = open && (await listProposal.decide(context, { proposalId: open.id, decision, reason: why }));
  await listProposal.propose(context, { subject: 'local', payload: proposal });
  await audit(tx, {
    ...byStaff(context),
    action: 'screening.list_proposed',
    subjectType: 'sanctions_list',
    subjectId: 'local',
    after: { ...proposal, ...(ended && rejectionReason(ended)) },
  });
  publishTopic(tx, 'compliance');
}

/** Approves the proposal and returns true, or proposes the file and returns false. */
async function approveOrPropose(
  context: StaffContext,
  proposed: ProposedList,
  proposalId: string | null,
): Promise<boolean> {
  const { proposal } = proposed;
  const open = await findOpenProposal(context.tx, 'list', 'local');
  if (proposalId === null) {
    await proposeList(context, open, proposed);
    return false;
  }
  await listProposal.decide({ ...context, file: proposal }, { proposalId, decision: 'approve' });
  return true;
}

/** Imports or previews our own list. Removals and changes need a second person with the same file. */
export const importLocal = staff(screeningPermissions.importList)
  .errors(decisionRefusalCodes)
  .errors(refusalCodes('screening.list_unreadable'))
  .input(ImportLocal)
  .handler(async function importLocal({ context, input }): Promise<ImportedView> {
    const { tx, person, services, request } = context;
    const { csv, fileName, publishedOn, tryOnly, proposalId, why } = input;
    assertReadable(csv);
    const sha256 = createHash('sha256').update(csv).digest('hex');
    const now = services.clock();
    const version = {
      source: 'local',
      origin: 'desk',
      importedBy: person.id,
      sha256,
      fileName,
      now,
      asOf: now,
    } as const;
    const runImport = (isDryRun: boolean) =>
      importList(tx, { ...version, records: readRecords(csv, publishedOn), tryOnly: isDryRun });
    const preview = await runImport(true);
    const needsSecondPerson = removesEntries(preview.diff);
    const proposal = { sha256, publishedOn, fileName, diff: preview.diff };
    if (tryOnly)
      return { ...preview, takesOff: needsSecondPerson, agreesTo: await findMatchingProposal(context, proposal) };
    if (needsSecondPerson && !(await approveOrPropose(context, { proposal, why }, proposalId)))
      return { ...preview, takesOff: needsSecondPerson, agreesTo: null };
    const imported = await runImport(false);
    const by = { id: person.id, role: person.roles.join(','), requestId: request.id };
    await recordImport(services, tx, { source: 'local', sha256, imported, by });
    return { ...imported, takesOff: needsSecondPerson, agreesTo: null };
  });

function assertReadable(csv: string): void {
  try {
    readLocal(csv);
  } catch (error) {
    if (error instanceof UnreadableListError) refuse('screening.list_unreadable', { what: error.message });
    throw error;
  }
}

import { addDays, atHour } from '../../kernel/calendar.ts';
import { paginate } from '../../kernel/pagination.ts';
import { staff } from '../../platform/http/procedure.ts';
import { loadChainHead } from './export-store.ts';
import { auditPermissions } from './permissions.ts';
import { ListEntries, type ListEntriesInput } from './schema.ts';
import { type AuditEntry, findActions, findEntries, findPeople, findSubjectIds, type Search } from './store.ts';

const pageSize = 50;
const auditProcedure = () => staff(auditPermissions.read);

/** Returns the smallest possible UUIDv7 of the millisecond `time`. */
export function minIdAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

type Tx = Parameters<typeof findPeople>[0];

async function resolveSearch(tx: Tx, input: ListEntriesInput): Promise<Search> {
  const { who, subject, from, until, action, before } = input;
  return {
    actors: who === '' ? null : await findPeople(tx, who),
    subjects: subject === '' ? null : await findSubjectIds(tx, subject),
    action,
    from: from && minIdAt(atHour(from, 0)),
    until: until && minIdAt(atHour(addDays(until, 1), 0)),
    before,
    limit: pageSize + 1,
  };
}

export type EntryPage = { readonly entries: readonly AuditEntry[]; readonly next: string | null };

/** Lists the log, newest first. Row security hides entries about the reader and entries for other roles. */
export const listEntries = auditProcedure()
  .input(ListEntries)
  .handler(async function listEntries({ context: { tx }, input }): Promise<EntryPage> {
    const rows = await findEntries(tx, await resolveSearch(tx, input));
    const { page: entries, next } = paginate(rows, pageSize, ({ id }) => id);
    return { entries, next };
  });

/** Returns the known actions and the end of the chain, to store elsewhere as an anchor. */
export const describeLog = auditProcedure().handler(async function describeLog({ context: { tx } }) {
  return {
    actions: await findActions(tx),
    head: await loadChainHead(tx),
  };
});

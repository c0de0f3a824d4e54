import { z } from 'zod';
import { addDays, atHour } from '../../kernel/calendar.ts';
import { paginate } from '../../kernel/pagination.ts';
import { typedText } from '../../kernel/typed-text.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { staff } from '../../platform/http/procedure.ts';
import { auditPermissions } from './permissions.ts';
import {
  type AuditEntry,
  findActions,
  findEntries,
  findPeople,
  findSubjectIds,
  loadChainHead,
  type Search,
} from './store.ts';

const SearchText = typedText().max(120);

/** Filters combine with "and". Days are Jamaican and inclusive. */
const ListEntries = z.strictObject({
  who: SearchText.default(''),
  subject: SearchText.default(''),
  /** An action such as `trading.approvePayout`, or a whole feature as `trading.`. */
  action: z
    .string()
    .regex(/^[a-z_-]*(\.[A-Za-z_-]*)?$/)
    .max(80)
    .default(''),
  from: z.iso.date().nullable().default(null),
  until: z.iso.date().nullable().default(null),
  before: UuidSchema.nullable().default(null),
});

type ListEntriesInput = z.infer<typeof ListEntries>;

const pageSize = 50;
const auditProcedure = () => staff(auditPermissions.read);

/** Returns the smallest possible UUIDv7 of the millisecond `time`. */
function minIdAt(time: Date): string {
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
const listEntries = auditProcedure()
  .input(ListEntries)
  .handler(async function listEntries({ context: { tx }, input }): Promise<EntryPage> {
    const rows = await findEntries(tx, await resolveSearch(tx, input));
    const { page: entries, next } = paginate(rows, pageSize, ({ id }) => id);
    return { entries, next };
  });

/** Returns the known actions and the end of the chain, to store elsewhere as an anchor. */
const describeLog = auditProcedure().handler(async function describeLog({ context: { tx } }) {
  return {
    actions: await findActions(tx),
    head: await loadChainHead(tx),
  };
});

export const auditApi = { list: listEntries, about: describeLog };

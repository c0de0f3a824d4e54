import { atHour, shiftDay } from '../../kernel/calendar.ts';
import { pageOf } from '../../kernel/page.ts';
import { staffOnly } from '../../platform/procedure.ts';
import { auditActs } from './acts.ts';
import { headOf } from './export-store.ts';
import { ListEntries, type Wanted } from './schema.ts';
import { actionsKnown, type EntryLine, entriesLike, peopleLike, type Search, subjectsLike } from './store.ts';

const pageSize = 50;
const reads = () => staffOnly(auditActs.read);

/** The least id that an entry of this moment can have: ids begin with the millisecond in which they were made. */
export function leastIdAt(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

type Reading = Parameters<typeof peopleLike>[0];

async function searchFor(tx: Reading, wanted: Wanted): Promise<Search> {
  const { who, subject, from, until, action, before } = wanted;
  return {
    actors: who === '' ? null : await peopleLike(tx, who),
    subjects: subject === '' ? null : await subjectsLike(tx, subject),
    action,
    from: from && leastIdAt(atHour(from, 0)),
    until: until && leastIdAt(atHour(shiftDay(until, 1), 0)),
    before,
    limit: pageSize + 1,
  };
}

export type EntryPage = { readonly entries: readonly EntryLine[]; readonly next: string | null };

/** The log, newest first, a page at a time. Nobody sees lines about themselves, nor those of a role they lack. */
export const listEntries = reads()
  .input(ListEntries)
  .handler(async ({ context: { tx }, input }): Promise<EntryPage> => {
    const rows = await entriesLike(tx, await searchFor(tx, input));
    const { page: entries, next } = pageOf(rows, pageSize, ({ id }) => id);
    return { entries, next };
  });

/** What stands in the log at all, for choosing; and the end of its chain, to be kept elsewhere as an anchor. */
export const aboutLog = reads().handler(async ({ context: { tx } }) => ({
  actions: await actionsKnown(tx),
  head: await headOf(tx),
}));

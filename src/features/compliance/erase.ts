import { jamaicaDay } from '../../kernel/calendar.ts';
import { asSystem, type Db } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { officer } from './desk.ts';
import {
  addErasureReport,
  type Due,
  eraseFile,
  eraseOrder,
  erasePerson,
  erasureReports,
  filesOfOrder,
  filesOfPerson,
  ordersDue,
  peopleDue,
  type StoredFile,
} from './erase-store.ts';
import type { Erased, Erasures } from './erase-views.ts';

type Process = Pick<Services, 'pool' | 'clock' | 'files'>;

type Run = (act: (tx: Db) => Promise<Due[]>) => Promise<Due[]>;

/** All that is due, page by page. */
async function everyDue(
  run: Run,
  today: string,
  find: (tx: Db, page: { today: string; after: string | null }) => Promise<Due[]>,
): Promise<Due[]> {
  const all: Due[] = [];
  for (let after: string | null = null; ; ) {
    const page = await run((tx) => find(tx, { today, after }));
    if (page.length === 0) return all;
    all.push(...page);
    after = page.at(-1)?.id ?? null;
  }
}

/** Each page in a short transaction of its own. */
const inShort =
  ({ pool }: Process): Run =>
  (act) =>
    asSystem(pool, act);

/** The bytes go before the rows that name them: broken off in between, the next run finds the rows and goes on. */
async function removeBytes({ files }: Process, stored: readonly StoredFile[]): Promise<void> {
  for (const { path } of stored) await files.store.remove(path);
}

async function erasePeople(services: Process, today: string, done: Erased): Promise<void> {
  for (const { id, may } of await everyDue(inShort(services), today, peopleDue)) {
    const stored = may ? await asSystem(services.pool, (tx) => filesOfPerson(tx, id)) : [];
    await removeBytes(services, stored);
    const counts = may ? await asSystem(services.pool, (tx) => erasePerson(tx, id, today)) : null;
    if (counts === null) {
      done.keptBack += 1;
      continue;
    }
    done.people += 1;
    done.files += stored.length;
    for (const [table, n] of Object.entries(counts)) done.counts[table] = (done.counts[table] ?? 0) + n;
  }
}

async function eraseOrders(services: Process, today: string, done: Erased): Promise<void> {
  for (const { id, may } of await everyDue(inShort(services), today, ordersDue)) {
    const stored = may ? await asSystem(services.pool, (tx) => filesOfOrder(tx, id)) : [];
    await removeBytes(services, stored);
    const erased = await asSystem(services.pool, async (tx) => {
      if (!may || !(await eraseOrder(tx, id, today))) return false;
      for (const file of stored) await eraseFile(tx, file.id);
      return true;
    });
    if (!erased) {
      done.keptBack += 1;
      continue;
    }
    done.orders += 1;
    done.files += stored.length;
  }
}

/**
 * Erases what was kept long enough (decision A12): people whose last mark is past with all that is theirs, and what is
 * personal in orders of people who stay. Leaves a report of counts. Run twice, it finds nothing the second time.
 */
export async function eraseRecords(services: Process): Promise<Erased> {
  const at = services.clock();
  const today = jamaicaDay(at);
  const done: Erased = { people: 0, orders: 0, files: 0, keptBack: 0, counts: {} };
  await erasePeople(services, today, done);
  await eraseOrders(services, today, done);
  if (done.people + done.orders + done.keptBack > 0)
    await asSystem(services.pool, (tx) => addErasureReport(tx, { ...done, at }));
  return done;
}

/** What was erased, and what the next run would erase or keep back if it ran now: nothing is done by asking. */
export const showErasures = officer().handler(async ({ context: { services, tx } }): Promise<Erasures> => {
  const today = jamaicaDay(services.clock());
  const [people, orders] = [
    await everyDue((act) => act(tx), today, peopleDue),
    await everyDue((act) => act(tx), today, ordersDue),
  ];
  const may = (due: Due[]) => due.filter((one) => one.may).length;
  const keptBack = people.length + orders.length - may(people) - may(orders);
  return { reports: await erasureReports(tx), due: { people: may(people), orders: may(orders), keptBack } };
});

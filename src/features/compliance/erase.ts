import { jamaicaDay } from '../../kernel/calendar.ts';
import { asSystem, type Db } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { officer } from './desk.ts';
import {
  addErasureReport,
  blankBankLines,
  countBankLinesDue,
  type Due,
  eraseFile,
  eraseOrder,
  erasePayment,
  erasePerson,
  erasureReports,
  filesOfOrder,
  filesOfPayment,
  filesOfPerson,
  ordersDue,
  paymentsDue,
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

/**
 * Within the transaction that erases the rows, behind it: what turns out to stay keeps its bytes, and where this is
 * broken off the rows stand again, so that the next run finds them and goes on.
 */
async function removeBytes({ files }: Process, stored: readonly StoredFile[]): Promise<void> {
  for (const { path } of stored) await files.store.remove(path);
}

type Erasing = { readonly services: Process; readonly today: string; readonly done: Erased };

/** Answers whether it is erased: false where something keeps it still. */
type EraseOne = (at: Erasing, id: string) => Promise<boolean>;

const eraseOnePerson: EraseOne = async ({ services, today, done }, id) => {
  const erased = await asSystem(services.pool, async (tx) => {
    const stored = await filesOfPerson(tx, id);
    const counts = await erasePerson(tx, id, today);
    if (counts) await removeBytes(services, stored);
    return counts && { counts, files: stored.length };
  });
  if (!erased) return false;
  done.people += 1;
  done.files += erased.files;
  for (const [table, n] of Object.entries(erased.counts)) done.counts[table] = (done.counts[table] ?? 0) + n;
  return true;
};

/** What loses what is personal though its customer stays, and which papers go with it. */
type OfWhoStays = {
  readonly as: 'orders' | 'payments';
  readonly filesOf: (tx: Db, id: string) => Promise<StoredFile[]>;
  readonly blank: (tx: Db, id: string, today: string) => Promise<boolean>;
};

const eraseOne =
  ({ as, filesOf, blank }: OfWhoStays): EraseOne =>
  async ({ services, today, done }, id) => {
    const files = await asSystem(services.pool, async (tx) => {
      const stored = await filesOf(tx, id);
      if (!(await blank(tx, id, today))) return null;
      for (const file of stored) await eraseFile(tx, file.id);
      await removeBytes(services, stored);
      return stored.length;
    });
    if (files === null) return false;
    done[as] += 1;
    done.files += files;
    return true;
  };
const eraseOneOrder = eraseOne({ as: 'orders', filesOf: filesOfOrder, blank: eraseOrder });
const eraseOnePayment = eraseOne({ as: 'payments', filesOf: filesOfPayment, blank: erasePayment });

/** All of them at once: a line stands on nothing, so that nothing else keeps one of them. */
const eraseBankLines: EraseOne = async ({ services, today, done }) => {
  done.bankLines = await asSystem(services.pool, (tx) => blankBankLines(tx, today));
  return true;
};

/** Each by itself: one that cannot be erased stops nobody who comes after. Answers what could not, and why. */
async function eraseEach(at: Erasing, due: readonly Due[], erase: EraseOne): Promise<string[]> {
  const stuck: string[] = [];
  const failed = (id: string) => (error: unknown) => {
    stuck.push(`${id}: ${error instanceof Error ? error.message : error}`);
    return false;
  };
  for (const { id, may } of due) if (!may || !(await erase(at, id).catch(failed(id)))) at.done.keptBack += 1;
  return stuck;
}

/**
 * Erases what was kept long enough (decision A12): people whose last mark is past with all that is theirs, and what is
 * personal in orders and payments of people who stay, and on our banks' lines that stand on nothing. Leaves a report of
 * counts. Run twice, it finds nothing the second time. What
 * could not be erased fails the job in the end, by name, and is tried again the next night.
 */
export async function eraseRecords(services: Process): Promise<Erased> {
  const at = services.clock();
  const today = jamaicaDay(at);
  const done: Erased = { people: 0, orders: 0, payments: 0, bankLines: 0, files: 0, keptBack: 0, counts: {} };
  const erasing = { services, today, done };
  const stuck = [
    ...(await eraseEach(erasing, await everyDue(inShort(services), today, peopleDue), eraseOnePerson)),
    ...(await eraseEach(erasing, await everyDue(inShort(services), today, ordersDue), eraseOneOrder)),
    ...(await eraseEach(erasing, await everyDue(inShort(services), today, paymentsDue), eraseOnePayment)),
    ...(await eraseEach(erasing, [{ id: 'bank lines', may: true }], eraseBankLines)),
  ];
  if (done.people + done.orders + done.payments + done.bankLines + done.keptBack > 0)
    await asSystem(services.pool, (tx) => addErasureReport(tx, { ...done, at }));
  if (stuck.length > 0) throw new Error(`kept too long, because it cannot be erased: ${stuck.join('; ')}`);
  return done;
}

/** What was erased, and what the next run would erase or keep back if it ran now: nothing is done by asking. */
export const showErasures = officer().handler(async ({ context: { services, tx } }): Promise<Erasures> => {
  const today = jamaicaDay(services.clock());
  const [people, orders, payments] = [
    await everyDue((act) => act(tx), today, peopleDue),
    await everyDue((act) => act(tx), today, ordersDue),
    await everyDue((act) => act(tx), today, paymentsDue),
  ];
  const may = (due: Due[]) => due.filter((one) => one.may).length;
  const keptBack = [...people, ...orders, ...payments].filter((one) => !one.may).length;
  const due = { people: may(people), orders: may(orders), payments: may(payments), keptBack };
  return { reports: await erasureReports(tx), due: { ...due, bankLines: await countBankLinesDue(tx, today) } };
});

import { jamaicaDay } from '../../kernel/calendar.ts';
import { type Db, withSystem } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { complianceProcedure } from './procedures.ts';
import {
  addErasureReport,
  anonymizeBankLines,
  countBankLinesDue,
  type DueRecord,
  type Erased,
  type Erasures,
  eraseFile,
  eraseOrder,
  erasePayment,
  erasePerson,
  findErasureReports,
  findOrderFiles,
  findOrdersDue,
  findPaymentFiles,
  findPaymentsDue,
  findPeopleDue,
  findPersonFiles,
  type StoredFile,
} from './retention-store.ts';

type EraseServices = Pick<Services, 'pool' | 'clock' | 'files'>;

type RunQuery = (query: (tx: Db) => Promise<DueRecord[]>) => Promise<DueRecord[]>;

async function collectDue(
  run: RunQuery,
  today: string,
  find: (tx: Db, page: { today: string; after: string | null }) => Promise<DueRecord[]>,
): Promise<DueRecord[]> {
  const all: DueRecord[] = [];
  for (let after: string | null = null; ; ) {
    const page = await run((tx) => find(tx, { today, after }));
    if (page.length === 0) return all;
    all.push(...page);
    after = page.at(-1)?.id ?? null;
  }
}

const inShortTransactions =
  ({ pool }: EraseServices): RunQuery =>
  (query) =>
    withSystem(pool, query);

/** Called last in the erasing transaction: a failure rolls back the rows, and the next run retries. */
async function removeStoredFiles({ files }: EraseServices, stored: readonly StoredFile[]): Promise<void> {
  for (const { path } of stored) await files.store.remove(path);
}

type EraseContext = { readonly services: EraseServices; readonly today: string; readonly done: Erased };

/** Returns false if the record must be retained. */
type EraseRecord = (context: EraseContext, id: string) => Promise<boolean>;

const erasePersonRecord: EraseRecord = async ({ services, today, done }, id) => {
  const erased = await withSystem(services.pool, async (tx) => {
    const stored = await findPersonFiles(tx, id);
    const counts = await erasePerson(tx, id, today);
    if (counts) await removeStoredFiles(services, stored);
    return counts && { counts, files: stored.length };
  });
  if (!erased) return false;
  done.people += 1;
  done.files += erased.files;
  for (const [table, n] of Object.entries(erased.counts)) done.counts[table] = (done.counts[table] ?? 0) + n;
  return true;
};

type RecordEraser = {
  readonly counter: 'orders' | 'payments';
  readonly findFiles: (tx: Db, id: string) => Promise<StoredFile[]>;
  readonly anonymize: (tx: Db, id: string, today: string) => Promise<boolean>;
};

const createEraser =
  ({ counter, findFiles, anonymize }: RecordEraser): EraseRecord =>
  async ({ services, today, done }, id) => {
    const files = await withSystem(services.pool, async (tx) => {
      const stored = await findFiles(tx, id);
      if (!(await anonymize(tx, id, today))) return null;
      for (const file of stored) await eraseFile(tx, file.id);
      await removeStoredFiles(services, stored);
      return stored.length;
    });
    if (files === null) return false;
    done[counter] += 1;
    done.files += files;
    return true;
  };
const eraseOrderRecord = createEraser({ counter: 'orders', findFiles: findOrderFiles, anonymize: eraseOrder });
const erasePaymentRecord = createEraser({ counter: 'payments', findFiles: findPaymentFiles, anonymize: erasePayment });

const eraseBankLines: EraseRecord = async ({ services, today, done }) => {
  done.bankLines = await withSystem(services.pool, (tx) => anonymizeBankLines(tx, today));
  return true;
};

/** Erases records one by one and continues after failures. Returns the failures with their reasons. */
async function eraseAll(context: EraseContext, due: readonly DueRecord[], eraseRecord: EraseRecord): Promise<string[]> {
  const failures: string[] = [];
  const recordFailure = (id: string) => (error: unknown) => {
    failures.push(`${id}: ${error instanceof Error ? error.message : error}`);
    return false;
  };
  for (const { id, canErase } of due)
    if (!canErase || !(await eraseRecord(context, id).catch(recordFailure(id)))) context.done.keptBack += 1;
  return failures;
}

/** Job: erases records past their retention (decision A12) and stores counts. Throws all failures at the end. */
export async function eraseRecords(services: EraseServices): Promise<Erased> {
  const at = services.clock();
  const today = jamaicaDay(at);
  const done: Erased = { people: 0, orders: 0, payments: 0, bankLines: 0, files: 0, keptBack: 0, counts: {} };
  const context = { services, today, done };
  const failures = [
    ...(await eraseAll(
      context,
      await collectDue(inShortTransactions(services), today, findPeopleDue),
      erasePersonRecord,
    )),
    ...(await eraseAll(
      context,
      await collectDue(inShortTransactions(services), today, findOrdersDue),
      eraseOrderRecord,
    )),
    ...(await eraseAll(
      context,
      await collectDue(inShortTransactions(services), today, findPaymentsDue),
      erasePaymentRecord,
    )),
    ...(await eraseAll(context, [{ id: 'bank lines', canErase: true }], eraseBankLines)),
  ];
  if (done.people + done.orders + done.payments + done.bankLines + done.keptBack > 0)
    await withSystem(services.pool, (tx) => addErasureReport(tx, { ...done, at }));
  if (failures.length > 0) throw new Error(`retention exceeded, because erasing failed: ${failures.join('; ')}`);
  return done;
}

/** Shows past erasures and a preview of the next run. */
export const showErasures = complianceProcedure().handler(async function showErasures({
  context: { services, tx },
}): Promise<Erasures> {
  const today = jamaicaDay(services.clock());
  const [people, orders, payments] = [
    await collectDue((query) => query(tx), today, findPeopleDue),
    await collectDue((query) => query(tx), today, findOrdersDue),
    await collectDue((query) => query(tx), today, findPaymentsDue),
  ];
  const countErasable = (due: DueRecord[]) => due.filter(({ canErase }) => canErase).length;
  const keptBack = [...people, ...orders, ...payments].filter(({ canErase }) => !canErase).length;
  const due = {
    people: countErasable(people),
    orders: countErasable(orders),
    payments: countErasable(payments),
    keptBack,
  };
  return { reports: await findErasureReports(tx), due: { ...due, bankLines: await countBankLinesDue(tx, today) } };
});

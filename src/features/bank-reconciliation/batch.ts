import { audit, byStaff } from '../../platform/audit.ts';
import { publishTopic, withJobUser, withSystem } from '../../platform/database/database.ts';
import { getFaultCode } from '../../platform/database/database-faults.ts';
import { assertAllowed, findRefusal, type Services, staff } from '../../platform/http/procedure.ts';
import { getCurrentJobId, type Job } from '../../platform/jobs/jobs.ts';
import { refusal as refusalOfAny, refuse as refuseAny } from '../../platform/messages.ts';
import type { FulfilmentByProduct } from '../payments/move-payment.ts';
import {
  type BatchItem,
  batchSessionQuery,
  findNewestBatch,
  findWaitingItems,
  finishBatch,
  finishItem,
  insertBatch,
  refuseItem,
} from './batch-store.ts';
import { confirmFor } from './confirm-line.ts';
import { bankLinePermissions } from './permissions.ts';
import type { StaffContext } from './procedures.ts';
import { dismissLineFor } from './review-lines.ts';
import { emptyPayerInput, StartBatch } from './schema.ts';

const jobName = 'bank_lines.batch';

export const startBatch = staff(bankLinePermissions.work)
  .input(StartBatch)
  .handler(async function startBatch({ context, input }) {
    const { tx, services } = context;
    const batchId = await insertBatch(tx, input, services.clock());
    const after = { act: input.act, lines: input.items.length };
    const subject = { subjectType: 'bank_line_batch', subjectId: batchId };
    await audit(tx, { ...byStaff(context), action: 'bank_lines.batchStarted', ...subject, after });
    await services.jobs.enqueue(tx, jobName, { batchId });
    return { batchId };
  });

export const showBatch = staff(bankLinePermissions.work).handler(async function showBatch({ context: { tx } }) {
  return {
    batch: await findNewestBatch(tx),
  };
});

type Batch = { readonly services: Services; readonly payables: FulfilmentByProduct; readonly batchId: string };

const applyItem = (staff: StaffContext, { act, lineId, aboutKind, aboutId }: BatchItem): Promise<unknown> =>
  act === 'confirm' && aboutKind !== null && aboutId !== null
    ? confirmFor(staff, { lineId, kind: aboutKind, id: aboutId, ...emptyPayerInput })
    : dismissLineFor(staff, { lineId, reason: 'same_line', reference: '', note: '' });

/** Processes one line in its own transaction, with the current permissions of the user who started the batch. */
async function processItem({ services, payables, batchId }: Batch, item: BatchItem): Promise<void> {
  const entered = await withJobUser(services.pool, batchSessionQuery(batchId), async (tx, person) => {
    assertAllowed(person, bankLinePermissions.work);
    const { place } = item;
    if (!(await finishItem(tx, batchId, { place, now: services.clock() }))) return;
    await applyItem({ services, tx, person, request: { id: getCurrentJobId() ?? batchId }, payables }, item);
    publishTopic(tx, 'desk');
  });
  if (!entered) refuseAny('staff.not_allowed', {});
}

/** Returns the refusal to store. Rethrows retryable errors, so that the job retries the waiting items. */
function toRefusal(error: unknown, { services, batchId }: Batch) {
  const refused = findRefusal(error);
  if (refused) return refused;
  if (getFaultCode(error) !== 'general.fault') throw error;
  services.logFault(error, batchId);
  return refusalOfAny('general.fault', { reference: batchId });
}

/** Job: processes the waiting lines of a batch one by one. A refused line does not stop the next lines. */
export async function runBatch(batch: Batch): Promise<void> {
  const { services, batchId } = batch;
  const { pool, clock } = services;
  const items = await withSystem(pool, (tx) => findWaitingItems(tx, batchId));
  for (const item of items)
    await processItem(batch, item).catch(async (error: unknown) => {
      const { code, userMessage } = toRefusal(error, batch);
      await withSystem(pool, async (tx) => {
        await refuseItem(tx, batchId, { place: item.place, code, reason: userMessage.text, now: clock() });
        publishTopic(tx, 'desk');
      });
    });
  await withSystem(pool, async (tx) => {
    await finishBatch(tx, batchId, clock());
    publishTopic(tx, 'desk');
  });
}

export const batchJob = (services: Services, payables: FulfilmentByProduct): Job<{ batchId: string }> => ({
  name: jobName,
  retries: { limit: 8, delay: 5 },
  run: ({ batchId }) => runBatch({ services, payables, batchId }),
});

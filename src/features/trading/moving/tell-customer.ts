import type { Db } from '../../../platform/database.ts';
import { letterToday } from '../../../platform/letters-a-day.ts';
import type { Services } from '../../../platform/procedure.ts';
import type { Order } from '../order/order-row.ts';
import type { OrderEvent } from '../order/step.ts';

export type LetterAbout = {
  readonly orderId: string;
  readonly event: OrderEvent;
  readonly reasonCode: string | null;
  /** What we had promised, of a letter that we are late. */
  readonly promised?: string;
  /** The last one of its day; says so. */
  readonly last?: boolean;
};

type StepTaken = { readonly command: OrderEvent; readonly reasonCode?: string | null; readonly promised?: Date };

/**
 * Puts the letter about a step on its way, in the transaction of the step. Beyond a day's letters none is sent: the
 * last one said so, and the order's page shows every step. Answers whether one went.
 */
export async function tellCustomer(
  { services, tx }: { services: Services; tx: Db },
  order: Order,
  step: StepTaken,
): Promise<boolean> {
  const today = await letterToday(tx, 'order', { whom: order.userId, now: services.clock() });
  if (!today) return false;
  const { command: event, reasonCode = null, promised } = step;
  const kept = promised && { promised: promised.toISOString() };
  const letter: LetterAbout = { orderId: order.id, event, reasonCode, ...kept, last: today === 'last' };
  await services.jobs.enqueue(tx, 'trading.letter', letter);
  return true;
}

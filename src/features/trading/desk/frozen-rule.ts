import type { FrozenStep } from '../../freezes/frozen.ts';
import type { OrderAct } from '../acts.ts';

/**
 * What acts on an order do that a frozen customer's order may not (decision E2). The others bring something in, stop an
 * order, or take back what did not leave yet. The database keeps the same list by what changes in an order.
 */
const frozenSteps: Partial<Record<OrderAct, FrozenStep>> = {
  startProcessing: 'onward',
  release: 'release',
  preparePayout: 'out',
  approvePayout: 'out',
  complete: 'out',
  returnMoney: 'back',
  approveReturn: 'back',
  recordReturned: 'back',
  // Off the order it would go to somebody else. Whoever decided that it goes back did not decide that.
  undoPayIn: 'out',
};

export const frozenStepOf = (act: OrderAct): FrozenStep | null => frozenSteps[act] ?? null;

import type { FrozenStep } from '../../freezes/frozen.ts';
import type { OrderAct } from '../acts.ts';

/** Steps blocked for a frozen customer (decision E2). The database enforces the same list. */
const frozenSteps: Partial<Record<OrderAct, FrozenStep>> = {
  startProcessing: 'onward',
  release: 'release',
  preparePayout: 'out',
  approvePayout: 'out',
  complete: 'out',
  returnMoney: 'back',
  approveReturn: 'back',
  recordReturned: 'back',
  // Unlinking could give the money to someone else, which a refund decision does not cover.
  undoPayIn: 'out',
};

export const getFrozenStep = (act: OrderAct): FrozenStep | null => frozenSteps[act] ?? null;

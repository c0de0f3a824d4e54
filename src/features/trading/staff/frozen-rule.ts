import type { FrozenStep } from '../../freezes/frozen.ts';
import type { OrderAct } from '../permissions.ts';

/** Actions blocked for a frozen customer (decision E2). The database blocks them too. */
const frozenSteps: Partial<Record<OrderAct, FrozenStep>> = {
  startProcessing: 'onward',
  release: 'release',
  preparePayout: 'out',
  approvePayout: 'out',
  complete: 'out',
  returnMoney: 'back',
  approveReturn: 'back',
  recordReturned: 'back',
  // An unlinked payment could go to another customer, so an allowed refund does not allow unlinking.
  undoPayIn: 'out',
};

export const getFrozenStep = (act: OrderAct): FrozenStep | null => frozenSteps[act] ?? null;

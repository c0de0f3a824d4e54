import type { FreezeState } from './store.ts';

export {
  findFreezeIds as whatFreezes,
  findFreezeStatus as freezeStatusOf,
  isWalletStopped as walletStopped,
  loadFreezeState as standingOf,
} from './store.ts';

export type FrozenStep = 'onward' | 'release' | 'out' | 'back';

/** A freeze blocks orders, payouts and returns. Money can still be received and held (decision E2). */
export function isBlockedBy({ standstill, returnDecided }: FreezeState, step: FrozenStep): boolean {
  if (standstill === null) return false;
  if (standstill === 'alarm') return step === 'out' || step === 'back';
  // An approved return may leave its hold, but only to be returned.
  return !(returnDecided && (step === 'back' || step === 'release'));
}

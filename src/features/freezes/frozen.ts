export {
  findFreezeIds as whatFreezes,
  findFreezeStatus as freezeStatusOf,
  isWalletStopped as walletStopped,
  loadFreezeState as standingOf,
} from './store.ts';

/** `stopped`: no money moves. `alarm`: the customer reported a sign-in, so no money leaves until staff lift it. */
export type FreezeStatus = 'stopped' | 'alarm' | null;

export type FreezeState = {
  readonly standstill: FreezeStatus;
  /** Two compliance officers approved the return of this order's money. */
  readonly returnDecided: boolean;
};

export type FrozenStep = 'onward' | 'release' | 'out' | 'back';

/** A freeze blocks orders, payouts and returns. Money can still be received and held (decision E2). */
export function isBlockedBy({ standstill, returnDecided }: FreezeState, step: FrozenStep): boolean {
  if (standstill === null) return false;
  if (standstill === 'alarm') return step === 'out' || step === 'back';
  // An approved return may leave its hold, but only to be returned.
  return !(returnDecided && (step === 'back' || step === 'release'));
}

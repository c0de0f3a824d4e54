/** The database freezes in the transaction of a decision, and enforces these rules for all code (decision E2). */
export {
  findFreezeIds as whatFreezes,
  findFreezeStatus as freezeStatusOf,
  isWalletStopped as walletStopped,
  loadFreezeState as standingOf,
} from './store.ts';

/** `stopped`: nothing moves. `alarm`: the customer's own alarm; nothing leaves us until it is resolved. */
export type FreezeStatus = 'stopped' | 'alarm' | null;

export type FreezeState = {
  readonly standstill: FreezeStatus;
  /** Two compliance officers approved the return of this order's money. */
  readonly returnDecided: boolean;
};

export type FrozenStep = 'onward' | 'release' | 'out' | 'back';

/** A freeze blocks orders, payouts and returns; receiving and holding stay possible (decision E2). */
export function isBlockedBy({ standstill, returnDecided }: FreezeState, step: FrozenStep): boolean {
  if (standstill === null) return false;
  if (standstill === 'alarm') return step === 'out' || step === 'back';
  // A decided return is released from its hold for the return only.
  return !(returnDecided && (step === 'back' || step === 'release'));
}

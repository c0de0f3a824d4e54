/**
 * Whom nothing is paid (decision E2). A decision acts at once: a customer found to be the listed party, or whose case
 * ended with the end of the relationship, is frozen by the database in the very transaction of that decision, and two
 * people thaw. The rules here say what that stops; the database says the same to whatever code asks.
 */
export { standingOf, standstillOf, walletStopped, whatFreezes } from './store.ts';

/** `stopped`: nothing of theirs moves. `alarm`: nothing leaves us for them until their own alarm is cleared up. */
export type Standstill = 'stopped' | 'alarm' | null;

export type FreezeState = {
  readonly standstill: Standstill;
  /** Two people of compliance decided that the money of this order goes back although its customer is frozen. */
  readonly returnDecided: boolean;
};

/** What an act on an order does: it goes on, its hold ends, something leaves us for the customer, or goes back. */
export type FrozenStep = 'onward' | 'release' | 'out' | 'back';

/**
 * Whether a freeze stops such a step: no order, pay-out or return moves (decision E2). What comes in, a stop, and an
 * end that moves nothing are no such steps: it must be known what is here.
 */
export function stops({ standstill, returnDecided }: FreezeState, step: FrozenStep): boolean {
  if (standstill === null) return false;
  if (standstill === 'alarm') return step === 'out' || step === 'back';
  // What two people decided to give back is let out of its hold for that alone: the order is stopped.
  return !(returnDecided && (step === 'back' || step === 'release'));
}

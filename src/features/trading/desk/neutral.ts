import { type Actor, type Matter, may } from '../../../kernel/acts.ts';
import { orderActs } from '../acts.ts';

/**
 * What staff read of a hold who may not know why (decision A7): that the order is stopped, and nothing else. A reason,
 * a remark to it, or that a wallet was looked at again would tell that a case is open.
 */
const quiet: readonly string[] = ['hold', 'release', 'screened'];

type Line = {
  readonly event: string;
  readonly reasonCode: string | null;
  readonly note: string | null;
  readonly actor: string | null;
};

/** Whoever may hold and release may know why; nobody on their own order. */
export const knowsWhy = (actor: Actor, matter: Matter): boolean => may(actor, orderActs.hold, matter);

/** A story without what its reader may not know. */
export const neutralStory = <L extends Line>(story: readonly L[]): L[] =>
  story
    .filter(({ event }) => event !== 'screened')
    .map((line) => (quiet.includes(line.event) ? { ...line, reasonCode: null, note: null, actor: null } : line));

/** The same of an order or its line in the queue. */
export const neutral = <O extends { readonly holdReason: string | null }>(order: O): O => ({
  ...order,
  holdReason: null,
});

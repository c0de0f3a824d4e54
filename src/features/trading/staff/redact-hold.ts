import { type Actor, can, type PermissionSubject } from '../../../kernel/permissions.ts';
import { orderActs } from '../acts.ts';

/** Only compliance sees hold reasons, which could reveal a case (decision A7). */
const redactedEvents: readonly string[] = ['hold', 'release', 'screened'];

type Line = {
  readonly event: string;
  readonly reasonCode: string | null;
  readonly note: string | null;
  readonly actor: string | null;
};

export const maySeeHoldReason = (actor: Actor, subject: PermissionSubject): boolean =>
  can(actor, orderActs.hold, subject);

export const redactTimeline = <L extends Line>(timeline: readonly L[]): L[] =>
  timeline
    .filter(({ event }) => event !== 'screened')
    .map((event) =>
      redactedEvents.includes(event.event) ? { ...event, reasonCode: null, note: null, actor: null } : event,
    );

export const redactHold = <O extends { readonly holdReason: string | null }>(order: O): O => ({
  ...order,
  holdReason: null,
});

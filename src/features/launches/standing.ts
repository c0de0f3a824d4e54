import { type Actor, isFor, isOwn } from '../../kernel/acts.ts';
import { launchActs } from './acts.ts';
import { isOpen } from './open.ts';
import { unmarked } from './rubric.ts';
import type { DeskMay, LaunchStatus } from './shapes.ts';

type Facts = {
  readonly founderId: string;
  readonly status: LaunchStatus;
  readonly questions: readonly { readonly answeredAt: Date | null }[];
  readonly marks: readonly { readonly part: 'team' | 'token' | 'law' | 'money' | 'technology' }[];
  readonly conflicts: readonly { readonly reviewer: string; readonly conflict: boolean }[];
};

/**
 * What somebody said of their own interest in it: true where any account of theirs declared one; null where they said
 * nothing by this account.
 */
export function declaredBy(actor: Pick<Actor, 'id' | 'otherAccounts'>, { conflicts }: Pick<Facts, 'conflicts'>) {
  if (conflicts.some(({ reviewer, conflict }) => conflict && isOwn(actor, reviewer))) return true;
  return conflicts.some(({ reviewer }) => reviewer === actor.id) ? false : null;
}

/** What somebody of the staff may do with a launch now: never with their own, nor judge where they have an interest. */
export function mayWith(actor: Actor, facts: Facts): DeskMay {
  const declared = declaredBy(actor, facts);
  const works = isOpen(facts.status) && !isOwn(actor, facts.founderId);
  const judges = works && isFor(launchActs.mark, actor.roles) && declared === false;
  const asked = facts.questions.some(({ answeredAt }) => answeredAt === null);
  return {
    ask: works && isFor(launchActs.ask, actor.roles) && !asked,
    declare: works && isFor(launchActs.declare, actor.roles) && declared !== true,
    mark: judges,
    decide: judges && !asked && unmarked(facts.marks).length === 0,
    declared,
  };
}

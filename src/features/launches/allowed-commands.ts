import { type Actor, isSamePerson, roleAllows } from '../../kernel/permissions.ts';
import { launchPermissions } from './permissions.ts';
import type { AllowedCommands } from './shapes.ts';
import { isOpen, type LaunchStatus } from './status.ts';

type LaunchState = {
  readonly founderId: string;
  readonly status: LaunchStatus;
  readonly questions: readonly { readonly answeredAt: Date | null }[];
};

/** Returns the commands that a staff member may run: none on their own launch, no decision before an open answer. */
export function getAllowedCommands(actor: Actor, { founderId, status, questions }: LaunchState): AllowedCommands {
  const mayWork = isOpen(status) && !isSamePerson(actor, founderId);
  const isAnswered = questions.every(({ answeredAt }) => answeredAt !== null);
  return {
    ask: mayWork && isAnswered && roleAllows(launchPermissions.ask, actor.roles),
    decide: mayWork && isAnswered && roleAllows(launchPermissions.decide, actor.roles),
  };
}

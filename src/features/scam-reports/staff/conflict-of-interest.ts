import { isSamePerson } from '../../../kernel/permissions.ts';
import type { SessionUser } from '../../../platform/database/database.ts';
import type { ScamCase } from './case-store.ts';
import { refuse } from './messages.ts';

/** Throws `own_matter` when the reviewer reported this case from any of their accounts. */
export function assertNoConflict(person: SessionUser, { reporters }: Pick<ScamCase, 'reporters'>): void {
  if (reporters.some((reporter) => isSamePerson(person, reporter))) refuse('approvals.own_matter', {});
}

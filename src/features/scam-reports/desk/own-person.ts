import { isOwn, type Person } from '../../../platform/database.ts';
import { refuse } from './desk-messages.ts';
import type { ReadMatter } from './matter-store.ts';

/** Nobody works on a matter in which an account of theirs reported. */
export function refuseOwnReport(person: Person, { reporters }: Pick<ReadMatter, 'reporters'>): void {
  if (reporters.some((reporter) => isOwn(person, reporter))) refuse('approvals.own_matter', {});
}

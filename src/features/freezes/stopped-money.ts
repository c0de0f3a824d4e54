import { roleAllows } from '../../kernel/permissions.ts';
import type { Db, SessionUser } from '../../platform/database/database.ts';
import { openProposalsOn } from '../approvals/decide.ts';
import { compliancePermissions } from '../compliance/permissions.ts';
import { findMoneyStops } from './money-store.ts';
import { getPendingProposal } from './show-freezes.ts';
import type { StoppedMoney } from './views.ts';

type StaffSession = { readonly tx: Db; readonly person: SessionUser };

/** Loads sanctions matches that stop unassigned money. Empty for roles other than compliance. */
export async function loadStoppedMoney(
  { tx, person }: StaffSession,
  ids: readonly string[],
): Promise<Map<string, StoppedMoney>> {
  if (!roleAllows(compliancePermissions.work, person.roles)) return new Map();
  const stops = [...(await findMoneyStops(tx, ids))];
  const open =
    stops.length > 0
      ? await openProposalsOn(
          tx,
          'frozen_return',
          stops.map(([id]) => id),
        )
      : [];
  return new Map(
    stops.map(([id, { why, decided }]) => [id, { why, decided, waiting: getPendingProposal(open, id, person.id) }]),
  );
}

import { isFor } from '../../kernel/acts.ts';
import type { Db, Person } from '../../platform/database.ts';
import { openProposalsOn } from '../approvals/decide.ts';
import { complianceActs } from '../compliance/acts.ts';
import { stopsOfMoney } from './money-store.ts';
import { waitingOn } from './show-freezes.ts';
import type { StoppedMoney } from './views.ts';

type Asker = { readonly tx: Db; readonly person: Person };

/** What stops money that stands on nothing beside freezes, and who asked to let it go back: for compliance alone. */
export async function stoppedAmong({ tx, person }: Asker, ids: readonly string[]): Promise<Map<string, StoppedMoney>> {
  if (!isFor(complianceActs.work, person.roles)) return new Map();
  const stops = [...(await stopsOfMoney(tx, ids))];
  const open =
    stops.length > 0
      ? await openProposalsOn(
          tx,
          'frozen_return',
          stops.map(([id]) => id),
        )
      : [];
  return new Map(
    stops.map(([id, { why, decided }]) => [id, { why, decided, waiting: waitingOn(open, id, person.id) }]),
  );
}

import { type Db, isSamePerson, type SessionUser } from '../../platform/database/database.ts';
import { refuse } from './messages.ts';
import { findRecorders } from './movement-store.ts';

export type Contradiction = {
  readonly kind: 'payer' | 'sender';
  readonly incoming: string;
  readonly named: string;
};

type SecondLook = {
  readonly lineId: string;
  readonly contradiction: Promise<Contradiction | null>;
  readonly note: string;
};

/** Refuses contradicting evidence from the approver's own entry. Crypto also needs a note (decision F5). */
export async function assertSecondLook(
  { tx, person }: { readonly tx: Db; readonly person: SessionUser },
  { lineId, contradiction, note }: SecondLook,
): Promise<void> {
  const [found, recorders] = await Promise.all([contradiction, findRecorders(tx, lineId)]);
  if (found === null) return;
  const { kind, incoming: came, named } = found;
  if (recorders.some(({ id }) => isSamePerson(person, id))) refuse('desk.evidence_yours', { came, named });
  if (kind === 'sender' && note === '') refuse('desk.look_missing', { came, named });
}

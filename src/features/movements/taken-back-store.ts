import { type Db, firstValue } from '../../platform/database.ts';
import { refuse } from './messages.ts';

type Leaving = { readonly lineId: string; readonly reasonCode: string | null; readonly note?: string };

/**
 * A charge that the bank of its card took back is not here: it would leave twice. What two people write down of it is
 * that it was taken, by the reason or, of what was agreed on before, by a word in the note.
 */
export async function refuseTakenBack(tx: Db, { lineId, reasonCode, note = '' }: Leaving): Promise<void> {
  if (reasonCode === 'charged_back' || note !== '') return;
  const taken = await firstValue<boolean>(tx)`select app.taken_back(${lineId}) taken`;
  if (taken !== false) refuse('desk.charged_back', {});
}

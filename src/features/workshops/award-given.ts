import { announce, type Db } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { currentSettings } from '../settings/store.ts';
import { addAward } from './award-store.ts';
import { writeAbout } from './write.ts';

type Came = { readonly id: string; readonly sessionId: string; readonly userId: string; readonly now: Date };

/** Whoever came is given training coins, once for a session, and is asked for a wallet. */
export async function giveAward({ tx, services }: { tx: Db; services: Services }, came: Came): Promise<void> {
  const { awards } = await currentSettings(tx);
  if (!(await addAward(tx, { ...came, lgm: awards.attendance }))) return;
  await writeAbout(services, tx, { id: came.id, userId: came.userId, kind: 'awarded' });
  announce(tx, 'payments', came.userId);
}

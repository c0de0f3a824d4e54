import type { Db } from '../../platform/database.ts';
import { replaceSealed, sealedOtherwise } from './factor-store.ts';
import { currentKeyId, type Secrets, seal, unseal } from './sealing.ts';

export type Resealed = { readonly renewed: number; readonly failed: readonly string[] };

/**
 * Seals the secrets of authenticator apps anew with the newest key. May be broken off and started again; a secret whose
 * key is not here stays as it is, and its owner is named.
 */
export async function resealAuthenticators(db: Db, secrets: Secrets): Promise<Resealed> {
  const failed: string[] = [];
  let renewed = 0;
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await sealedOtherwise(db, currentKeyId(secrets), last);
    if (page.length === 0) return { renewed, failed };
    for (const kept of page) {
      last = kept.userId;
      try {
        const anew = seal(unseal(kept, kept.userId, secrets), kept.userId, secrets);
        if (await replaceSealed(db, kept, anew)) renewed++;
      } catch {
        failed.push(kept.userId);
      }
    }
  }
}

import type pg from 'pg';
import { asSystem } from '../../../platform/database.ts';
import { renewAll } from '../../../platform/renew-all.ts';
import { type SealingKeys, seal, unseal } from '../../../platform/sealed.ts';
import { replaceSealed, sealedOtherwise } from './delivery-store.ts';

type Whose = { readonly userId: string; readonly url: string };
const contextOf = ({ userId, url }: Whose) => `webhook ${userId} ${url}`;

/** A secret as it is kept: bound to its owner and its address. */
export const sealSecret = (keys: SealingKeys, secret: string, whose: Whose): string =>
  seal(keys, secret, contextOf(whose));
export const openSecret = (keys: SealingKeys, sealed: string, whose: Whose): string =>
  unseal(keys, sealed, contextOf(whose));

/**
 * Seals the secrets of webhooks anew with the newest key. May be broken off and started again; one whose key is not
 * here stays as it is, and its address is named by its id.
 */
export const resealWebhooks = (pool: pg.Pool, keys: SealingKeys) =>
  renewAll({
    after: (last) => asSystem(pool, (tx) => sealedOtherwise(tx, keys[0].id, last)),
    idOf: ({ id }) => id,
    renew: async (kept) => {
      const again = (sealed: string) => sealSecret(keys, openSecret(keys, sealed, kept), kept);
      const anew = { sealed: again(kept.sealed), formerSealed: kept.formerSealed && again(kept.formerSealed) };
      return asSystem(pool, (tx) => replaceSealed(tx, kept, anew));
    },
  });

import { changes, spend } from '../../../platform/budgets.ts';
import type { Person } from '../../../platform/database.ts';
import { freshly, signedIn } from '../../../platform/procedure.ts';
import { accountActs } from '../../accounts/acts.ts';
import { changing } from '../../accounts/factor-change.ts';
import { mayRefuse, refuse } from '../messages.ts';
import { recorded } from '../recorded.ts';
import { ById, MakeKey, Rotate } from '../schema.ts';
import { mostDays } from '../scopes.ts';
import { hashOfKey, lastFour, newKey } from './key.ts';
import { addKey, endKeyOf, keysOf, mostKeys, rotateKeyOf } from './key-store.ts';

/** Whoever has a password alone, or an open session, must not leave a key behind. */
export function refuseWithoutFactor({ factor }: Person): void {
  if (!factor) refuse('programs.factor_needed', {});
}

/** One's own keys, without their secrets, and whether one may make any. */
export const listKeys = signedIn.handler(async ({ context: { services, person } }) => ({
  keys: await keysOf(services.authDb, person.id),
  factor: person.factor,
  most: mostKeys,
}));

/** Makes a key and answers it, this once. */
export const makeKey = freshly(accountActs.own)
  .errors(mayRefuse('programs.factor_needed', 'programs.too_many_keys', 'programs.lasts_too_long'))
  .input(MakeKey)
  .handler(async ({ context, input }) => {
    const { person, services } = context;
    refuseWithoutFactor(person);
    const { name, days } = input;
    const scopes = [...new Set(input.scopes)];
    if (days > mostDays(scopes)) refuse('programs.lasts_too_long', { most: String(mostDays(scopes)) });
    const key = newKey();
    const row = { name, scopes, days, hash: hashOfKey(key), lastFour: lastFour(key) };
    const id = await changing(context, async (tx) => {
      await spend(tx, changes, { id: person.id, now: services.clock() });
      const added = await addKey(tx, person.id, row);
      if (!added) return refuse('programs.too_many_keys', { most: String(mostKeys) });
      await recorded(tx, context, { about: 'program_key_made', after: { keyId: added, scopes, days } });
      return added;
    });
    return { id, key };
  });

/** Gives a key another secret, answered this once. The one before stays good for the hours that were chosen. */
export const rotateKey = freshly(accountActs.own)
  .errors(mayRefuse('programs.factor_needed', 'programs.not_there'))
  .input(Rotate)
  .handler(async ({ context, input: { id, overlapHours } }) => {
    const { person, services } = context;
    refuseWithoutFactor(person);
    const key = newKey();
    await changing(context, async (tx) => {
      await spend(tx, changes, { id: person.id, now: services.clock() });
      const secret = { id, hash: hashOfKey(key), lastFour: lastFour(key), hours: overlapHours };
      if (!(await rotateKeyOf(tx, person.id, secret))) refuse('programs.not_there', {});
      await recorded(tx, context, { about: 'program_key_rotated', after: { keyId: id, overlapHours } });
    });
    return { id, key };
  });

/** Ends a key: it opens nothing from here on. */
export const endKey = freshly(accountActs.own)
  .errors(mayRefuse('programs.not_there'))
  .input(ById)
  .handler(async ({ context, input: { id } }) => {
    await changing(context, async (tx) => {
      if (!(await endKeyOf(tx, context.person.id, id))) refuse('programs.not_there', {});
      await recorded(tx, context, { about: 'program_key_ended', after: { keyId: id } });
    });
    return { ended: true };
  });

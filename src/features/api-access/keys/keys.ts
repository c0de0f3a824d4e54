import type { SessionUser } from '../../../platform/database/database.ts';
import { authed, stepUpAuthed } from '../../../platform/http/procedure.ts';
import { changeQuota, consumeQuota } from '../../../platform/limits/quotas.ts';
import { changeFactor } from '../../accounts/mfa-change.ts';
import { accountPermissions } from '../../accounts/permissions.ts';
import { refusalCodes, refuse } from '../messages.ts';
import { recordChange } from '../record-change.ts';
import { ById, MakeKey, Rotate } from '../schema.ts';
import { getMaxDays } from '../scopes.ts';
import { createKey, getLastFour, hashKey } from './authenticate.ts';
import { addKey, deleteKey, findKeys, maxKeys, rotateSecret } from './key-store.ts';

/** Requires a second factor, so that a stolen password is not enough to create a key. */
export function assertSecondFactor({ hasMfa }: SessionUser): void {
  if (!hasMfa) refuse('programs.factor_needed', {});
}

export const listKeys = authed.handler(async function listKeys({ context: { services, person } }) {
  return {
    keys: await findKeys(services.authDb, person.id),
    factor: person.hasMfa,
    most: maxKeys,
  };
});

/** Returns the new key, which is never shown again. */
export const makeKey = stepUpAuthed(accountPermissions.own)
  .errors(refusalCodes('programs.factor_needed', 'programs.too_many_keys', 'programs.lasts_too_long'))
  .input(MakeKey)
  .handler(async function makeKey({ context, input }) {
    const { person, services } = context;
    assertSecondFactor(person);
    const { name, days } = input;
    const scopes = [...new Set(input.scopes)];
    if (days > getMaxDays(scopes)) refuse('programs.lasts_too_long', { most: String(getMaxDays(scopes)) });
    const key = createKey();
    const row = { name, scopes, days, hash: hashKey(key), lastFour: getLastFour(key) };
    const id = await changeFactor(context, async (tx) => {
      await consumeQuota(tx, changeQuota, { id: person.id, now: services.clock() });
      const added = await addKey(tx, person.id, row);
      if (!added) return refuse('programs.too_many_keys', { most: String(maxKeys) });
      await recordChange(tx, context, { about: 'program_key_made', after: { keyId: added, scopes, days } });
      return added;
    });
    return { id, key };
  });

/** Returns a new secret, which is never shown again. The old secret stays valid during the overlap. */
export const rotateKey = stepUpAuthed(accountPermissions.own)
  .errors(refusalCodes('programs.factor_needed', 'programs.not_there'))
  .input(Rotate)
  .handler(async function rotateKey({ context, input: { id, overlapHours } }) {
    const { person, services } = context;
    assertSecondFactor(person);
    const key = createKey();
    await changeFactor(context, async (tx) => {
      await consumeQuota(tx, changeQuota, { id: person.id, now: services.clock() });
      const secret = { id, hash: hashKey(key), lastFour: getLastFour(key), hours: overlapHours };
      if (!(await rotateSecret(tx, person.id, secret))) refuse('programs.not_there', {});
      await recordChange(tx, context, { about: 'program_key_rotated', after: { keyId: id, overlapHours } });
    });
    return { id, key };
  });

export const endKey = stepUpAuthed(accountPermissions.own)
  .errors(refusalCodes('programs.not_there'))
  .input(ById)
  .handler(async function endKey({ context, input: { id } }) {
    await changeFactor(context, async (tx) => {
      if (!(await deleteKey(tx, context.person.id, id))) refuse('programs.not_there', {});
      await recordChange(tx, context, { about: 'program_key_ended', after: { keyId: id } });
    });
    return { ended: true };
  });

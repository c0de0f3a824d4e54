import { spend } from '../../platform/budgets.ts';
import { keepPace } from '../../platform/pace.ts';
import { freshly, freshlyBriefly, oneAtATime, signedIn } from '../../platform/procedure.ts';
import { accountActs } from './acts.ts';
import { budgets } from './budgets.ts';
import { changing, codesOfFirst, factorCame, recordChange } from './factor-change.ts';
import { settleFactor } from './factor-store.ts';
import { mayRefuse, refuse } from './messages.ts';
import { ownerLine } from './owner-line.ts';
import { askForNewPasskey, newPasskeyProved } from './passkey-proof.ts';
import { addPasskey, mostPasskeys, passkeysOf, removePasskeyOf, renamePasskeyOf } from './passkey-store.ts';
import { AddPasskey, ById, NamePasskey } from './schema.ts';

/** What the browser needs to make a passkey for this account. */
export const newPasskeyOptions = freshly(accountActs.own)
  .errors(mayRefuse('accounts.too_many_passkeys'))
  .handler(async ({ context: { services, person } }) => {
    keepPace(services, 'secret', person.sessionId);
    const kept = await passkeysOf(services.authDb, person.id);
    // Before the device makes one that we would not keep.
    if (kept.length >= mostPasskeys) refuseOneMore();
    return askForNewPasskey(services, person, kept);
  });

const refuseOneMore = () => refuse('accounts.too_many_passkeys', { most: String(mostPasskeys) });

/** Keeps a passkey that the browser has just made. Answers the recovery codes when it is the first factor. */
export const registerPasskey = freshlyBriefly(accountActs.own)
  .use(oneAtATime)
  .errors(mayRefuse('accounts.passkey_refused', 'accounts.too_many_passkeys'))
  .input(AddPasskey)
  .handler(async ({ context, input }) => {
    const { services, person } = context;
    const proved = await newPasskeyProved(services, input.answer, person.id);
    if (!proved) return refuse('accounts.passkey_refused', {});
    const drawn = await codesOfFirst(context);
    const codes = await changing(context, async (tx) => {
      // None can be taken away that did not come: of those that go no count is kept, so that an owner always can.
      await spend(tx, budgets.changed, { id: person.id, now: services.clock() });
      const added = await addPasskey(tx, person, { ...proved, name: input.name });
      if (added === 'too_many') refuseOneMore();
      if (added === 'taken') refuse('accounts.passkey_refused', {});
      await recordChange(tx, context, 'passkey_on');
      return factorCame(tx, person, drawn);
    });
    return { codes };
  });

/** Calls a passkey something else. */
export const renamePasskey = signedIn
  .errors(mayRefuse('accounts.not_there'))
  .input(NamePasskey)
  .handler(async ({ context: { services, person, request }, input }) =>
    services.authDb.transaction().execute(async (tx) => {
      await spend(tx, budgets.changed, { id: person.id, now: services.clock() });
      if (!(await renamePasskeyOf(tx, person.id, input))) refuse('accounts.not_there', {});
      await ownerLine(tx, { userId: person.id, requestId: request.id }, { action: 'accounts.passkey_renamed' });
      return { id: input.id };
    }),
  );

/** Takes a passkey away: it opens nothing any more. */
export const removePasskey = freshly(accountActs.own)
  .errors(mayRefuse('accounts.not_there'))
  .input(ById)
  .handler(async ({ context, input }) => {
    const { person } = context;
    return changing(context, async (tx) => {
      if (!(await removePasskeyOf(tx, person.id, input.id))) refuse('accounts.not_there', {});
      await recordChange(tx, context, 'passkey_off');
      return { factor: await settleFactor(tx, person.id) };
    });
  });

import { audit } from '../../platform/audit.ts';
import { consents, spend } from '../../platform/budgets.ts';
import { announce, type Db, type Person } from '../../platform/database.ts';
import { type Context, signedInAlone } from '../../platform/procedure.ts';
import { keepLocation } from './keep-location.ts';
import { forgetLocation } from './kept-location.ts';
import { locate } from './locate.ts';
import { Consent, type LocationFailure } from './schema.ts';
import { keepAnswer, ownStored } from './store.ts';

type Answering = { context: Context; person: Person; now: Date };

/**
 * Keeps the answer of the consent dialog, or a later change of mind: consent true or false, and that it was shown [000
 * §4 Location consent, decision A11]. Yes: detects and stores where the person is now; when no place is found the
 * answer stands all the same and `failure` says why. No, or withdrawn: removes every stored location and alert. The
 * record says who answered what, and no place; the same answer again leaves no line.
 */
export const answerConsent = signedInAlone
  .input(Consent)
  .handler(async ({ context: { services, request, reply, tx, arriving }, input: { allow } }) => {
    const [person, before] = await Promise.all([arriving, ownStored(tx)]);
    const changed = !before?.asked || before.consent !== allow;
    if (!changed && !allow) return { failure: null };
    const answering = { context: { services, request, reply }, person, now: services.clock() };
    if (allow) await spend(tx, consents, { id: person.id, now: answering.now });
    if (changed) await change(tx, answering, allow);
    announce(tx, 'location', person.id);
    return { failure: allow ? await detectNow(tx, answering) : null };
  });

async function detectNow(tx: Db, { context, person, now }: Answering): Promise<LocationFailure | null> {
  const found = await locate(context.services, context.request.ip);
  if ('failure' in found) return found.failure;
  const before = await ownStored(tx);
  if (before)
    await keepLocation(
      tx,
      { person, before },
      { place: found.place, request: context.request, services: context.services, now },
    );
  return null;
}

async function change(tx: Db, { context, person, now }: Answering, allow: boolean): Promise<void> {
  if (allow) await keepAnswer(tx, true, now);
  const removed = allow ? undefined : await forgetLocation(tx, person.id, now);
  await audit(tx, {
    actorId: person.id,
    actorRole: 'customer',
    action: 'location.consent',
    subjectType: 'account',
    subjectId: person.id,
    after: { allow, removed },
    requestId: context.request.id,
  });
}

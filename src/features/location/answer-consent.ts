import { audit } from '../../platform/audit.ts';
import { type Db, publishTopic, type SessionUser } from '../../platform/database/database.ts';
import { authedSerial, type Context } from '../../platform/http/procedure.ts';
import { consentQuota, consumeQuota } from '../../platform/limits/quotas.ts';
import { locate } from './locate.ts';
import { deleteLocation } from './location-record.ts';
import { Consent, type LocationFailure } from './schema.ts';
import { loadStoredLocation, storeConsent } from './store.ts';
import { storeLocation } from './store-location.ts';

type ConsentContext = { context: Context; person: SessionUser; now: Date };

/** Stores the answer. Withdrawing consent deletes all locations and alerts [000 §4 Location consent, decision A11]. */
export const answerConsent = authedSerial.input(Consent).handler(async function answerConsent({
  context: { services, request, reply, tx, userPromise: arriving },
  input: { allow },
}) {
  const [person, before] = await Promise.all([arriving, loadStoredLocation(tx)]);
  const changed = !before?.asked || before.consent !== allow;
  if (!changed && !allow) return { failure: null };
  const consentContext = { context: { services, request, reply }, person, now: services.clock() };
  if (allow) await consumeQuota(tx, consentQuota, { id: person.id, now: consentContext.now });
  if (changed) await applyConsent(tx, consentContext, allow);
  publishTopic(tx, 'location', person.id);
  return { failure: allow ? await detectNow(tx, consentContext) : null };
});

async function detectNow(tx: Db, { context, person, now }: ConsentContext): Promise<LocationFailure | null> {
  const result = await locate(context.services, context.request.ip);
  if ('failure' in result) return result.failure;
  const before = await loadStoredLocation(tx);
  if (before)
    await storeLocation(
      tx,
      { person, before },
      { place: result.place, request: context.request, services: context.services, now },
    );
  return null;
}

async function applyConsent(tx: Db, { context, person, now }: ConsentContext, allow: boolean): Promise<void> {
  if (allow) await storeConsent(tx, true, now);
  const removed = allow ? undefined : await deleteLocation(tx, person.id, now);
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

import { z } from 'zod';
import { UuidSchema } from '../../kernel/uuid.ts';
import { audit } from '../../platform/audit.ts';
import { type Db, publishTopic, type SessionUser } from '../../platform/database/database.ts';
import { authed, authedSerial, type Context } from '../../platform/http/procedure.ts';
import { consentQuota, consumeQuota } from '../../platform/limits/quotas.ts';
import { isWithinLimit } from '../../platform/limits/rate-limit.ts';
import { type AlertType, isSerious } from './alert.ts';
import { type LocateResult, type LocationFailure, locate } from './finder.ts';
import { refusalCodes, refuse } from './messages.ts';
import { countryName, type Geolocation } from './place.ts';
import { hidesPlace } from './provider-networks.ts';
import {
  closeOpenAlert,
  isKnownConnection,
  loadOpenAlerts,
  loadStoredLocation,
  type OpenAlert,
  storeConsent,
} from './store.ts';
import { deleteLocation, storeLocation } from './store-location.ts';

const Consent = z.strictObject({ allow: z.boolean() });

const OneAlert = z.strictObject({ id: UuidSchema });

type ConsentContext = { context: Context; person: SessionUser; now: Date };

/** Stores the answer. Withdrawing consent deletes all locations and alerts [000 §4 Location consent, decision A11]. */
const answerConsent = authedSerial.input(Consent).handler(async function answerConsent({
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

const detectLimit = { tries: 10, seconds: 600 };

/** Requires consent [000 §4 Location consent, §6, decision A11]. Serialized: two tabs raise one alert. */
const detectLocation = authedSerial
  .errors(
    refusalCodes('location.consent_needed', 'location.too_often', 'location.unavailable', 'location.not_detected'),
  )
  .handler(async function detectLocation({ context: { services, request, tx, userPromise: arriving } }) {
    const [person, before] = await Promise.all([arriving, loadStoredLocation(tx)]);
    if (!before?.consent) return refuse('location.consent_needed', {});
    const now = services.clock();
    // Counted in this transaction, so that a refused call does not count.
    if (!(await isWithinLimit(tx, `location:${person.id}`, { ...detectLimit, now })))
      return refuse('location.too_often', {});
    const result = await locate(services, request.ip);
    if ('failure' in result) return refuse(result.failure, {});
    await storeLocation(tx, { person, before }, { place: result.place, request, services, now });
    return { detected: true };
  });

/** Dismisses an alert [000 §4 Geolocation alert]. Idempotent. */
const dismissAlert = authed
  .errors(refusalCodes('location.alert_not_found'))
  .input(OneAlert)
  .handler(async function dismissAlert({ context: { services, tx, person, request }, input: { id } }) {
    const wasOpen = (await closeOpenAlert(tx, id, services.clock())) ?? refuse('location.alert_not_found', {});
    if (!wasOpen) return { dismissed: true };
    const entry = { action: 'location.alert_dismissed', subjectType: 'location_alert', subjectId: id };
    await audit(tx, { actorId: person.id, actorRole: 'customer', ...entry, requestId: request.id });
    publishTopic(tx, 'location', person.id);
    return { dismissed: true };
  });

/** Returns both countries if they differ [000 §8 Location]. Null if they agree or the declared country is `other`. */
export function findMismatch(declared: string, detectedCode: string): { declared: string; detected: string } | null {
  const [declaredName, detectedName] = [countryName(declared), countryName(detectedCode)];
  return declaredName && detectedName && declared !== detectedCode
    ? { declared: declaredName, detected: detectedName }
    : null;
}

/** Alerts shown, newest first [000 §7 Tables, §9]. */
const maxAlerts = 5;

/** Labels for customers, who never see the staff wording (A7). */
const kinds: Readonly<Record<AlertType, 'country' | 'travel' | 'place'>> = {
  LOCATION_CHANGE: 'country',
  RAPID_LOCATION_CHANGE: 'travel',
  HIGH_RISK_LOCATION: 'place',
};

const toShownAlert = ({ id, type, riskScore, from, to, at }: OpenAlert) => ({
  id,
  kind: kinds[type],
  serious: isSerious(riskScore),
  from: from && formatPlaceName(from),
  to: formatPlaceName(to),
  at,
});

/** Formats a place such as `Montego Bay, St. James, Jamaica`. Omits unknown and repeated parts. */
const formatPlaceName = ({ city, region, country }: Pick<Geolocation, 'city' | 'region' | 'country'>): string =>
  [...new Set([city, region, country])].filter(Boolean).join(', ');

const toShownPlace = (place: Geolocation, at: Date) => ({
  name: formatPlaceName(place),
  country: place.country,
  address: place.ip,
  provider: place.isp,
  at,
});

/** True when this session has no sighting at this address yet. */
const isDue = async (tx: Db, result: LocateResult, sessionId: string): Promise<boolean> =>
  'place' in result && !(await isKnownConnection(tx, sessionId, result.place.ip));

/** Returns the location cards and the consent. Looks up the IP address only with consent. Stores nothing. */
const ownLocation = authed.handler(async function ownLocation({ context: { services, request, tx, person } }) {
  const [stored, alerts] = await Promise.all([loadStoredLocation(tx), loadOpenAlerts(tx, maxAlerts)]);
  const result = stored?.consent ? await locate(services, request.ip) : null;
  return {
    consent: stored?.consent ?? false,
    asked: stored?.asked ?? false,
    place: stored?.place && stored.at ? toShownPlace(stored.place, stored.at) : null,
    mismatch: stored?.place ? findMismatch(stored.declaredCountry, stored.place.countryCode) : null,
    hidden: hidesPlace(stored?.place?.isp ?? null),
    due: result !== null && (await isDue(tx, result, person.sessionId)),
    failure: result && 'failure' in result ? result.failure : null,
    demo: result !== null && 'place' in result && result.demo,
    alerts: alerts.map(toShownAlert),
  };
});

export const locationApi = { own: ownLocation, consent: answerConsent, detect: detectLocation, dismissAlert };

import type { Db } from '../../platform/database/database.ts';
import { authed } from '../../platform/http/procedure.ts';
import { type AlertType, isSerious } from './alert.ts';
import type { LocateResult } from './finder.ts';
import { locate } from './locate.ts';
import { countryName, type Geolocation } from './place.ts';
import { hidesPlace } from './provider-networks.ts';
import { isKnownConnection, loadOpenAlerts, loadStoredLocation, type OpenAlert } from './store.ts';

/**
 * Returns the names of both countries if they differ, for the warning on the customer's own location card. Null if they
 * agree or the declared country is `other` [000 §8 Location].
 */
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
export const ownLocation = authed.handler(async function ownLocation({ context: { services, request, tx, person } }) {
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

import type { Db } from '../../platform/database.ts';
import { signedIn } from '../../platform/procedure.ts';
import { type AlertType, isSerious } from './alert.ts';
import type { Found } from './finder.ts';
import { locate } from './locate.ts';
import { mismatchOf } from './mismatch.ts';
import type { Geolocation } from './place.ts';
import { hidesPlace } from './provider-networks.ts';
import { type OpenAlert, openAlerts, ownStored, wasSeen } from './store.ts';

/** Location alerts shown, the newest [000 §7 Tables, §9]. */
const alertsShown = 5;

/** What an alert is about, without the words in which staff think of it (A7). */
const kinds: Readonly<Record<AlertType, 'country' | 'travel' | 'place'>> = {
  LOCATION_CHANGE: 'country',
  RAPID_LOCATION_CHANGE: 'travel',
  HIGH_RISK_LOCATION: 'place',
};

const alertShown = ({ id, type, riskScore, from, to, at }: OpenAlert) => ({
  id,
  kind: kinds[type],
  serious: isSerious(riskScore),
  from: from && nameOf(from),
  to: nameOf(to),
  at,
});

/** `Montego Bay, St. James, Jamaica`; what is not known, or would be said twice, is left out. */
const nameOf = ({ city, region, country }: Pick<Geolocation, 'city' | 'region' | 'country'>): string =>
  [...new Set([city, region, country])].filter(Boolean).join(', ');

const placeShown = (place: Geolocation, at: Date) => ({
  name: nameOf(place),
  country: place.country,
  address: place.ip,
  provider: place.isp,
  at,
});

/** Whether the browser should ask for detection now: this session has not been seen at this address. */
const isDue = async (tx: Db, found: Found, sessionId: string): Promise<boolean> =>
  'place' in found && !(await wasSeen(tx, sessionId, found.place.ip));

/**
 * What somebody's own location cards and the consent dialog show: their answer, the stored place, warnings, and the
 * newest open alerts. Looks the connection's address up with consent alone, and stores nothing.
 */
export const ownLocation = signedIn.handler(async ({ context: { services, request, tx, person } }) => {
  const [stored, alerts] = await Promise.all([ownStored(tx), openAlerts(tx, alertsShown)]);
  const found = stored?.consent ? await locate(services, request.ip) : null;
  return {
    consent: stored?.consent ?? false,
    asked: stored?.asked ?? false,
    place: stored?.place && stored.at ? placeShown(stored.place, stored.at) : null,
    mismatch: stored?.place ? mismatchOf(stored.declaredCountry, stored.place.countryCode) : null,
    hidden: hidesPlace(stored?.place?.isp ?? null),
    due: found !== null && (await isDue(tx, found, person.sessionId)),
    failure: found && 'failure' in found ? found.failure : null,
    demo: found !== null && 'place' in found && found.demo,
    alerts: alerts.map(alertShown),
  };
});

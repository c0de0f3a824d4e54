import type { FastifyRequest } from 'fastify';
import { announce, type Db, type Person } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import { withinLimit } from '../../platform/rate-limit.ts';
import { alertsFor, type Sighting } from './alert.ts';
import { type Geolocation, pointOf } from './place.ts';
import { type AlertPlace, addAlert, keepPlace, type Stored } from './store.ts';

const sightingOf = (place: Geolocation, at: Date): Sighting => ({
  countryCode: place.countryCode,
  point: pointOf(place),
  at,
});

const alertPlace = ({ country, countryCode, city, region }: Geolocation): AlertPlace => ({
  country,
  countryCode,
  city,
  region,
});

type Here = { place: Geolocation; request: FastifyRequest; services: Services; now: Date };

/** One letter in a day: whoever keeps a VPN on and off would be written all the time. */
const lettersADay = { tries: 1, seconds: 86_400 };
const placeWords = ({ city, country }: Geolocation): string => [city, country].filter(Boolean).join(', ');

/**
 * Stores where a person is now, in the profile and in the history of sessions, and raises the alerts that follow
 * (decision A11). Their consent was looked at by who calls; the database refuses it else,
 * `location_only_with_consent`.
 */
export async function keepLocation(tx: Db, who: { person: Person; before: Stored }, here: Here): Promise<void> {
  const { place, request, services, now } = here;
  const { place: last, at: lastAt } = who.before;
  const previous = last && lastAt ? sightingOf(last, lastAt) : null;
  const userAgent = String(request.headers['user-agent'] ?? '').slice(0, 400);
  await keepPlace(tx, { sessionId: who.person.sessionId, userAgent, place, now });
  const alerts = alertsFor(previous, sightingOf(place, now));
  for (const alert of alerts) await addAlert(tx, alert, { from: last && alertPlace(last), to: alertPlace(place), now });
  const travelled = last && alerts.some(({ type }) => type === 'RAPID_LOCATION_CHANGE');
  if (travelled && (await withinLimit(tx, `location-letter:${who.person.id}`, { ...lettersADay, now }))) {
    const told = { from: placeWords(last), to: placeWords(place), at: now.toISOString() };
    await services.jobs.enqueue(tx, 'location.travelled', { email: who.person.email, ...told });
  }
  announce(tx, 'location', who.person.id);
}

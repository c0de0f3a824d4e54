import type { FastifyRequest } from 'fastify';
import { announce, type Db, type Person } from '../../platform/database.ts';
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

type Here = { place: Geolocation; request: FastifyRequest; now: Date };

/** Stores where a person is now, in the profile and in the history of sessions, and raises the alerts that follow. */
export async function keepLocation(tx: Db, who: { person: Person; before: Stored }, here: Here): Promise<void> {
  const { place, request, now } = here;
  const { place: last, at: lastAt } = who.before;
  const previous = last && lastAt ? sightingOf(last, lastAt) : null;
  const userAgent = String(request.headers['user-agent'] ?? '').slice(0, 400);
  await keepPlace(tx, { sessionId: who.person.sessionId, userAgent, place, now });
  for (const alert of alertsFor(previous, sightingOf(place, now)))
    await addAlert(tx, alert, { from: last && alertPlace(last), to: alertPlace(place), now });
  announce(tx, 'location', who.person.id);
}

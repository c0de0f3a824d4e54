import type { FastifyRequest } from 'fastify';
import { type Db, publishTopic, type SessionUser } from '../../platform/database/database.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { isWithinLimit } from '../../platform/limits/rate-limit.ts';
import { findAlerts, type Sighting } from './alert.ts';
import { type Geolocation, getPoint } from './place.ts';
import {
  type AlertPlace,
  deleteHistory,
  insertAlert,
  loadHistory,
  type StoredLocation,
  storeConsent,
  storePlace,
} from './store.ts';

const toSighting = (place: Geolocation, at: Date): Sighting => ({
  countryCode: place.countryCode,
  point: getPoint(place),
  at,
});

const toAlertPlace = ({ country, countryCode, city, region }: Geolocation): AlertPlace => ({
  country,
  countryCode,
  city,
  region,
});

type LocationInput = { place: Geolocation; request: FastifyRequest; services: Services; now: Date };

/** One email a day, because switching a VPN on and off raises many alerts. */
const emailLimit = { tries: 1, seconds: 86_400 };
const formatPlace = ({ city, country }: Geolocation): string => [city, country].filter(Boolean).join(', ');

/** Stores a location and raises alerts (decision A11). Requires consent (`location_only_with_consent`). */
export async function storeLocation(
  tx: Db,
  customer: { person: SessionUser; before: StoredLocation },
  input: LocationInput,
): Promise<void> {
  const { place, request, services, now } = input;
  const { place: last, at: lastAt } = customer.before;
  const previous = last && lastAt ? toSighting(last, lastAt) : null;
  const userAgent = String(request.headers['user-agent'] ?? '').slice(0, 400);
  await storePlace(tx, { sessionId: customer.person.sessionId, userAgent, place, now });
  const alerts = findAlerts(previous, toSighting(place, now));
  for (const alert of alerts)
    await insertAlert(tx, alert, { from: last && toAlertPlace(last), to: toAlertPlace(place), now });
  const isImpossibleTravel = last && alerts.some(({ type }) => type === 'RAPID_LOCATION_CHANGE');
  if (
    isImpossibleTravel &&
    (await isWithinLimit(tx, `location-letter:${customer.person.id}`, { ...emailLimit, now }))
  ) {
    const payload = { from: formatPlace(last), to: formatPlace(place), at: now.toISOString() };
    await services.jobs.enqueue(tx, 'location.travelled', { email: customer.person.email, ...payload });
  }
  publishTopic(tx, 'location', customer.person.id);
}

/** Deletes place, sightings and alerts, and withdraws consent. Also called when an account closes (decision A12). */
export async function deleteLocation(
  tx: Db,
  userId: string,
  now: Date,
): Promise<{ sightings: number; alerts: number }> {
  const removed = await deleteHistory(tx, userId);
  await storeConsent(tx, false, now);
  return removed;
}

/** Loads the history for the export of a customer's data. The profile has the place. */
export const loadLocationRecord = (tx: Db, userId: string) => loadHistory(tx, userId);

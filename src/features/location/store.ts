import { sql } from 'kysely';
import { allRows, type Db, firstRow, firstValue } from '../../platform/database/database.ts';
import type { AlertType, NewAlert } from './alert.ts';
import type { Geolocation } from './place.ts';

export type AlertPlace = Pick<Geolocation, 'country' | 'countryCode' | 'city' | 'region'>;

export type StoredLocation = {
  readonly userId: string;
  readonly consent: boolean;
  readonly asked: boolean;
  readonly declaredCountry: string;
  readonly place: Geolocation | null;
  readonly at: Date | null;
};

export const loadStoredLocation = (tx: Db) =>
  firstRow<StoredLocation>(tx)`
    select id "userId", coalesce(location_consent, false) consent, location_asked_at is not null asked,
           declared_country "declaredCountry", ip_geolocation_data place, geolocation_updated_at "at"
      from profiles where id = (select app.user_id())`;

/** Compares only the session's newest sighting, because a user may return to an earlier address. */
export const isKnownConnection = async (tx: Db, sessionId: string, ip: string) =>
  (await firstValue<boolean>(tx)`select ip_address = ${ip}::inet here from user_sessions
    where user_id = (select app.user_id()) and session_id = ${sessionId}
    order by last_activity_at desc, id desc limit 1`) ?? false;

export async function storeConsent(tx: Db, allow: boolean, now: Date): Promise<void> {
  if (!allow) await clearProfileLocation(tx);
  await sql`update profiles set location_consent = ${allow}, location_asked_at = coalesce(location_asked_at, ${now})
    where id = (select app.user_id())`.execute(tx);
}

const clearProfileLocation = (tx: Db) =>
  sql`
  update profiles set detected_country = null, detected_country_code = null, detected_city = null,
    detected_region = null, current_ip_address = null, ip_geolocation_data = null, geolocation_updated_at = null
  where id = (select app.user_id())`.execute(tx);

export async function deleteHistory(tx: Db, userId: string): Promise<{ sightings: number; alerts: number }> {
  const sessions = await sql`delete from user_sessions where user_id = ${userId}`.execute(tx);
  const alerts = await sql`delete from geolocation_alerts where user_id = ${userId}`.execute(tx);
  return { sightings: Number(sessions.numAffectedRows ?? 0), alerts: Number(alerts.numAffectedRows ?? 0) };
}

export async function loadHistory(tx: Db, userId: string): Promise<{ sightings: unknown[]; moves: unknown[] }> {
  const sightings = await sql`select host(ip_address) address, detected_country country, detected_city city,
      detected_region region, user_agent "userAgent", last_activity_at "lastSeen"
    from user_sessions where user_id = ${userId} order by last_activity_at desc`.execute(tx);
  const moves = await sql`select previous_location "from", current_location "to", created_at "at"
    from geolocation_alerts where user_id = ${userId} order by created_at desc`.execute(tx);
  return { sightings: sightings.rows, moves: moves.rows };
}

export type SightingInput = { sessionId: string; userAgent: string; place: Geolocation; now: Date };

/** Stores the place in the profile and the session history [000 §3 profiles, user_sessions, §7 Tables]. */
export async function storePlace(tx: Db, { sessionId, userAgent, place, now }: SightingInput): Promise<void> {
  const { ip, country, countryCode, city, region } = place;
  const json = JSON.stringify(place);
  await sql`update profiles set detected_country = ${country}, detected_country_code = ${countryCode},
      detected_city = ${city}, detected_region = ${region}, current_ip_address = ${ip}::inet,
      ip_geolocation_data = ${json}::jsonb, geolocation_updated_at = ${now}
    where id = (select app.user_id())`.execute(tx);
  await sql`insert into user_sessions (user_id, session_id, ip_address, detected_country, detected_country_code,
      detected_city, detected_region, geolocation_data, user_agent, last_activity_at)
    values ((select app.user_id()), ${sessionId}, ${ip}::inet, ${country}, ${countryCode}, ${city}, ${region},
      ${json}::jsonb, ${userAgent}, ${now})
    on conflict on constraint one_line_per_session_and_address
      do update set last_activity_at = excluded.last_activity_at`.execute(tx);
}

export type Movement = { from: AlertPlace | null; to: AlertPlace; now: Date };

/** Inserts an alert unless one of this type and these countries is open [000 §3 geolocation_alerts]. */
export async function insertAlert(tx: Db, { type, riskScore }: NewAlert, { from, to, now }: Movement): Promise<void> {
  await sql`insert into geolocation_alerts
      (user_id, alert_type, risk_score, previous_location, current_location, created_at)
    select (select app.user_id()), ${type}, ${riskScore}, ${from && JSON.stringify(from)}::jsonb,
      ${JSON.stringify(to)}::jsonb, ${now}
    where not exists (select from geolocation_alerts a
      where a.user_id = (select app.user_id()) and a.status = 'open' and a.alert_type = ${type}
        and a.previous_location ->> 'countryCode' is not distinct from ${from?.countryCode ?? null}::text
        and a.current_location ->> 'countryCode' = ${to.countryCode})`.execute(tx);
}

export type OpenAlert = {
  readonly id: string;
  readonly type: AlertType;
  readonly riskScore: number;
  readonly from: AlertPlace | null;
  readonly to: AlertPlace;
  readonly at: Date;
};

/** Finds the newest open alerts [000 §7 Tables]. */
export const loadOpenAlerts = (tx: Db, limit: number) =>
  allRows<OpenAlert>(tx)`
    select id, alert_type "type", risk_score "riskScore", previous_location "from", current_location "to",
           created_at "at"
      from geolocation_alerts where user_id = (select app.user_id()) and status = 'open'
     order by created_at desc, id desc limit ${limit}`;

/** Dismisses an alert [000 §7 Tables]. Returns false if already dismissed, null if not the customer's. */
export const closeOpenAlert = (tx: Db, id: string, now: Date) =>
  firstValue<boolean>(tx)`
    with closed as (update geolocation_alerts set status = 'dismissed', dismissed_at = ${now}
      where id = ${id} and user_id = (select app.user_id()) and status = 'open' returning id)
    select exists (select from closed) closed from geolocation_alerts
     where id = ${id} and user_id = (select app.user_id())`;

export async function deleteBefore(tx: Db, cutoff: Date): Promise<void> {
  await sql`delete from user_sessions where last_activity_at < ${cutoff}`.execute(tx);
  await sql`delete from geolocation_alerts where created_at < ${cutoff}`.execute(tx);
}

import { sql } from 'kysely';
import { riskScores } from '../../src/features/location/alert.ts';
import type { Geolocation } from '../../src/features/location/place.ts';
import { after, days, hours } from '../../src/kernel/clock.ts';
import type { Db } from '../../src/platform/database/database.ts';

/** Invented visits: IP addresses for documentation (RFC 5737) and real towns. */
const miami: Geolocation = {
  ip: '203.0.113.20',
  country: 'United States',
  countryCode: 'US',
  city: 'Miami',
  region: 'Florida',
  lat: 25.7617,
  lon: -80.1918,
  timezone: null,
  isp: null,
};
const london: Geolocation = {
  ip: '203.0.113.90',
  country: 'United Kingdom',
  countryCode: 'GB',
  city: 'London',
  region: 'England',
  lat: 51.5074,
  lon: -0.1278,
  timezone: null,
  isp: null,
};
const home = { country: 'Jamaica', countryCode: 'JM', city: 'Kingston', region: 'Kingston' };
const placeOf = ({ country, countryCode, city, region }: Geolocation) => ({ country, countryCode, city, region });

/** Inserts location alerts: the demo traveller was in Miami and an hour later in London. */
export async function insertTravelAlerts(tx: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from profiles where email = 'traveller@demo.test'`.execute(tx);
  const id = rows[0]?.id;
  if (!id) return;
  const [flight, sighting] = [after(now, -days(3)), after(now, -days(3) + hours(1))];
  await insertLocationAlert(tx, id, { type: 'LOCATION_CHANGE', from: home, to: placeOf(miami), at: flight });
  await insertLocationAlert(tx, id, {
    type: 'RAPID_LOCATION_CHANGE',
    from: placeOf(miami),
    to: placeOf(london),
    at: sighting,
  });
  await sql`update profiles set detected_country = ${london.country}, detected_country_code = ${london.countryCode},
      detected_city = ${london.city}, detected_region = ${london.region}, current_ip_address = ${london.ip}::inet,
      ip_geolocation_data = ${JSON.stringify(london)}::jsonb, geolocation_updated_at = ${sighting}
    where id = ${id}`.execute(tx);
}

type RiskEvent = { type: keyof typeof riskScores; from: object; to: object; at: Date };

async function insertLocationAlert(tx: Db, id: string, { type, from, to, at }: RiskEvent): Promise<void> {
  const [previous, current] = [JSON.stringify(from), JSON.stringify(to)];
  await sql`insert into geolocation_alerts
      (user_id, alert_type, risk_score, previous_location, current_location, created_at)
    values (${id}, ${type}, ${riskScores[type]}, ${previous}::jsonb, ${current}::jsonb, ${at})`.execute(tx);
}

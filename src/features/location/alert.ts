import { distanceKm, type Point, speedKmh } from './distance.ts';

/**
 * When a place is worth telling its customer, and as which type of alert [000 §3 geolocation_alerts]. A data file
 * places a country right nearly always, a Jamaican mobile line often in the wrong parish: a change of parish never
 * counts (decision A11). An alert blocks nothing and accuses nobody.
 */
export const alertTypes = ['LOCATION_CHANGE', 'RAPID_LOCATION_CHANGE', 'HIGH_RISK_LOCATION'] as const;
export type AlertType = (typeof alertTypes)[number];

/** Where somebody was, and when. Without coordinates there is no speed. */
export type Sighting = { readonly countryCode: string; readonly point: Point | null; readonly at: Date };
export type NewAlert = { readonly type: AlertType; readonly riskScore: number };

/** From a risk score of 70 on an alert is shown as destructive [000 §9]; the scores themselves are ours. */
export const riskScores: Readonly<Record<AlertType, number>> = {
  LOCATION_CHANGE: 40,
  RAPID_LOCATION_CHANGE: 75,
  HIGH_RISK_LOCATION: 90,
};
const seriousFrom = 70;
export const isSerious = (riskScore: number): boolean => riskScore >= seriousFrom;

/** High-risk jurisdictions, of location alerts: Iran, North Korea, Myanmar [000 §9]. */
const highRisk: readonly string[] = ['IR', 'KP', 'MM'];
export const isHighRisk = (countryCode: string): boolean => highRisk.includes(countryCode);

/** Faster than an airliner, over a way that no error of the data file explains. */
const impossible = { km: 500, kmh: 900 };

export function isImpossibleTravel(previous: Sighting, current: Sighting): boolean {
  if (!previous.point || !current.point) return false;
  const km = distanceKm(previous.point, current.point);
  const speed = speedKmh(km, current.at.getTime() - previous.at.getTime());
  return km >= impossible.km && speed > impossible.kmh;
}

const alertOf = (type: AlertType): NewAlert => ({ type, riskScore: riskScores[type] });

/**
 * One alert for a movement, on another country or impossible travel (decision A11), the graver one; a high-risk country
 * has its own, once on arriving there.
 */
export function alertsFor(previous: Sighting | null, current: Sighting): NewAlert[] {
  const moved = previous !== null && previous.countryCode !== current.countryCode;
  const rapid = previous !== null && isImpossibleTravel(previous, current);
  const arrived = isHighRisk(current.countryCode) && (previous === null || moved);
  return [
    ...(rapid ? [alertOf('RAPID_LOCATION_CHANGE')] : []),
    ...(moved && !rapid ? [alertOf('LOCATION_CHANGE')] : []),
    ...(arrived ? [alertOf('HIGH_RISK_LOCATION')] : []),
  ];
}

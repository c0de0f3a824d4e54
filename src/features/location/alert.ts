import { distanceKm, type Point, speedKmh } from './place.ts';

/** Location alerts [000 §3 geolocation_alerts]. They block nothing; a change of parish raises none (decision A11). */
export const alertTypes = ['LOCATION_CHANGE', 'RAPID_LOCATION_CHANGE', 'HIGH_RISK_LOCATION'] as const;
export type AlertType = (typeof alertTypes)[number];

export type Sighting = { readonly countryCode: string; readonly point: Point | null; readonly at: Date };
export type NewAlert = { readonly type: AlertType; readonly riskScore: number };

/** Scores from 70 are shown as destructive [000 §9]. The scores themselves are our choice. */
export const riskScores: Readonly<Record<AlertType, number>> = {
  LOCATION_CHANGE: 40,
  RAPID_LOCATION_CHANGE: 75,
  HIGH_RISK_LOCATION: 90,
};
const seriousFrom = 70;
export const isSerious = (riskScore: number): boolean => riskScore >= seriousFrom;

/** Iran, North Korea and Myanmar [000 §9]. */
const highRisk: readonly string[] = ['IR', 'KP', 'MM'];
export const isHighRisk = (countryCode: string): boolean => highRisk.includes(countryCode);

/** Faster than an airliner, over a distance beyond data errors. */
const impossibleTravel = { km: 500, kmh: 900 };

export function isImpossibleTravel(previous: Sighting, current: Sighting): boolean {
  if (!previous.point || !current.point) return false;
  const km = distanceKm(previous.point, current.point);
  const speed = speedKmh(km, current.at.getTime() - previous.at.getTime());
  return km >= impossibleTravel.km && speed > impossibleTravel.kmh;
}

const createAlert = (type: AlertType): NewAlert => ({ type, riskScore: riskScores[type] });

/** Returns the most severe alert of a movement, and an alert for entering a high-risk country (decision A11). */
export function findAlerts(previous: Sighting | null, current: Sighting): NewAlert[] {
  const hasMoved = previous !== null && previous.countryCode !== current.countryCode;
  const isRapid = previous !== null && isImpossibleTravel(previous, current);
  const isArrival = isHighRisk(current.countryCode) && (previous === null || hasMoved);
  return [
    ...(isRapid ? [createAlert('RAPID_LOCATION_CHANGE')] : []),
    ...(hasMoved && !isRapid ? [createAlert('LOCATION_CHANGE')] : []),
    ...(isArrival ? [createAlert('HIGH_RISK_LOCATION')] : []),
  ];
}

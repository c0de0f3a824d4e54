export type Point = { readonly lat: number; readonly lon: number };

/** Mean radius of the earth [000 §9]. */
export const earthRadiusKm = 6371;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

export function distanceKm(from: Point, to: Point): number {
  const height = Math.sin(radians(to.lat - from.lat) / 2) ** 2;
  const width = Math.sin(radians(to.lon - from.lon) / 2) ** 2;
  const part = height + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * width;
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, part)));
}

/** Returns the speed: infinite when no time passed, 0 without a distance. */
export function speedKmh(km: number, ms: number): number {
  if (km === 0) return 0;
  return ms <= 0 ? Number.POSITIVE_INFINITY : km / (ms / 3_600_000);
}

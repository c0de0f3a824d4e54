import { z } from 'zod';

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

export const parishes = [
  'Kingston',
  'St. Andrew',
  'St. Thomas',
  'Portland',
  'St. Mary',
  'St. Ann',
  'Trelawny',
  'St. James',
  'Hanover',
  'Westmoreland',
  'St. Elizabeth',
  'Manchester',
  'Clarendon',
  'St. Catherine',
] as const;

export function getParishName(region: string): string {
  const short = region
    .trim()
    .replace(/\s+parish$/i, '')
    .replace(/^(saint|st\.?)\s+/i, 'St. ');
  return parishes.find((parish) => parish.toLowerCase() === short.toLowerCase()) ?? region.trim();
}

/** A place from the location data [000 §3 Geolocation result, §7 Functions]. */
export type Geolocation = {
  readonly ip: string;
  readonly country: string;
  readonly countryCode: string;
  readonly city: string | null;
  readonly region: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly timezone: string | null;
  readonly isp: string | null;
};

const Flat = z.object({
  country_code: z.string().length(2),
  state1: z.string().optional(),
  city: z.string().optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
  timezone: z.string().optional(),
});
const named = z.object({ names: z.object({ en: z.string() }) });
const Nested = z.object({
  country: z.object({ iso_code: z.string().length(2) }),
  subdivisions: z.array(named).optional(),
  city: named.optional(),
  location: z
    .object({ latitude: z.number().optional(), longitude: z.number().optional(), time_zone: z.string().optional() })
    .optional(),
});
type Record = z.infer<typeof Flat>;

function parseRecord(raw: unknown): Record | null {
  const flat = Flat.safeParse(raw);
  if (flat.success) return flat.data;
  const { success, data } = Nested.safeParse(raw);
  if (!success) return null;
  return {
    country_code: data.country.iso_code,
    state1: data.subdivisions?.[0]?.names.en,
    city: data.city?.names.en,
    latitude: data.location?.latitude,
    longitude: data.location?.longitude,
    timezone: data.location?.time_zone,
  };
}

export function parsePlace(raw: unknown, ip: string, isp: string | null): Geolocation | null {
  const record = parseRecord(raw);
  if (!record) return null;
  const countryCode = record.country_code.toUpperCase();
  const country = countryName(countryCode);
  if (country === null) return null;
  const region = record.state1?.trim() || null;
  return {
    ip,
    country,
    countryCode,
    city: formatCity(record.city),
    region: countryCode === 'JM' && region ? getParishName(region) : region,
    lat: record.latitude ?? null,
    lon: record.longitude ?? null,
    timezone: record.timezone?.trim() || null,
    isp,
  };
}

/** Removes a district in brackets, which the data does not locate reliably. */
const formatCity = (city: string | undefined): string | null => city?.replace(/\s*\(.*\)\s*$/, '').trim() || null;

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const specifiedNames: Readonly<{ [code: string]: string }> = { MM: 'Myanmar' };

export function countryName(code: string): string | null {
  if (!/^[A-Z]{2}$/.test(code)) return null;
  return specifiedNames[code] ?? names.of(code) ?? null;
}

export const getPoint = ({ lat, lon }: Pick<Geolocation, 'lat' | 'lon'>): Point | null =>
  lat === null || lon === null ? null : { lat, lon };

import { open, type Reader } from 'maxmind';
import { hours } from '../../kernel/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { createNetworkLoader } from './network-files.ts';
import { type Geolocation, parsePlace } from './place.ts';
import { getPlaceFiles } from './place-files.ts';
import { findProvider, type ProviderNetworks, type PublicAddress, parsePublicAddress } from './provider-networks.ts';

export type LocationFailure = 'location.unavailable' | 'location.not_detected';

/** Locates `request.ip`: the address of the connection, or from a trusted proxy (decision A11, ASVS 15.3.4). */
export async function locate({ config, clock, log }: Services, ip: string): Promise<LocateResult> {
  try {
    return await getFinder(config.geo)(ip, clock());
  } catch (error) {
    log.warn({ err: error }, 'the location data cannot be read');
    return { failure: 'location.unavailable' };
  }
}

export type LocateResult = { place: Geolocation; demo: boolean } | { failure: LocationFailure };

/** Looks up an IP address in local data only [000 §7 Functions, Fallbacks for location, decision A11]. */
export type Finder = (ip: string, now: Date) => Promise<LocateResult>;

/** Each process caches a location for an hour [000 §9]. */
const cacheMs = hours(1);
const maxCached = 5_000;

type Geo = Config['geo'];
type Data = {
  readerFor: (address: PublicAddress) => Promise<Reader<never>>;
  networks: () => Promise<ProviderNetworks>;
};

const finders = new WeakMap<Geo, Finder>();

export function getFinder(geo: Geo): Finder {
  const finder = finders.get(geo) ?? createFinder(geo);
  finders.set(geo, finder);
  return finder;
}

function createFinder(geo: Geo): Finder {
  const cache = new Map<string, { place: Geolocation | null; until: number }>();
  const data = openData(geo);
  const findPlace = async (address: PublicAddress, now: Date) => {
    const cached = cache.get(address.text);
    if (cached && cached.until > now.getTime()) return cached.place;
    const place = await lookUp(data, address);
    cache.delete(address.text);
    cache.set(address.text, { place, until: now.getTime() + cacheMs });
    const oldest = cache.size > maxCached ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
    return place;
  };
  return async (ip, now) => {
    const callerAddress = parsePublicAddress(ip);
    const address = callerAddress ?? (geo.demoAddress ? parsePublicAddress(geo.demoAddress) : null);
    if (!address) return { failure: 'location.not_detected' };
    const place = await findPlace(address, now);
    return place ? { place, demo: callerAddress === null } : { failure: 'location.not_detected' };
  };
}

async function lookUp(data: Data, address: PublicAddress): Promise<Geolocation | null> {
  const [reader, networks] = await Promise.all([data.readerFor(address), data.networks()]);
  if (address.version === 6 && reader.metadata.ipVersion === 4) return null;
  return parsePlace(reader.get(address.text), address.text, findProvider(networks, address));
}

/** Opens one data file, or one each for IPv4 and IPv6. Reopens a replaced file. Retries an unreadable one later. */
function openData(geo: Geo): Data {
  const readers = new Map<string, { version: number; reader: Promise<Reader<never>> }>();
  return {
    readerFor: async ({ version }) => {
      const files = await getPlaceFiles(geo);
      const file = (version === 4 ? files[0] : files.at(-1)) ?? { path: '', version: 0 };
      const opened = readers.get(file.path);
      if (opened?.version === file.version) return opened.reader;
      const reader = open<never>(file.path);
      // Only one file per kind of address stays in memory.
      if (files.length === 1) readers.clear();
      readers.set(file.path, { version: file.version, reader });
      reader.catch(() => readers.delete(file.path));
      return reader;
    },
    networks: createNetworkLoader(geo),
  };
}

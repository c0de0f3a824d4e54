import { getComparableAddress } from '../src/features/screening/address-index.ts';
import { readChunks } from '../src/features/screening/list-file.ts';
import { UnreadableListError } from '../src/features/screening/party.ts';
import { readOfac } from '../src/features/screening/read-ofac.ts';

/** Prints the addresses of an OFAC list (ADVANCED_XML, optionally .bz2), one per line. `--tags` adds currency tags. */
const [file, ...rest] = process.argv.slice(2).filter((word) => word !== '--tags');
const withTags = process.argv.includes('--tags');

async function extract(path: string): Promise<void> {
  const tags = new Map<string, { shown: string; tags: Set<string> }>();
  for await (const found of readOfac(readChunks(path))) {
    if (!('party' in found)) continue;
    for (const { tag, address } of found.party.addresses) {
      const key = getComparableAddress(address);
      const known = tags.get(key) ?? { shown: address, tags: new Set() };
      tags.set(key, known);
      known.tags.add(tag);
    }
  }
  const lines = [...tags.values()].map(({ shown, tags: of }) => (withTags ? `${[...of].join(',')} ${shown}` : shown));
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
}

try {
  if (file === undefined || rest.length > 0) throw new UnreadableListError('Usage: npm run sanctions:extract -- FILE');
  await extract(file);
} catch (error) {
  const absent = (error as NodeJS.ErrnoException).code === 'ENOENT';
  if (!absent && !(error instanceof UnreadableListError)) throw error;
  console.error(absent ? `The file ${file} does not exist.` : (error as Error).message);
  process.exitCode = 1;
}

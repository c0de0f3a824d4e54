import { crc32, inflateRawSync } from 'node:zlib';

/** The files of an archive by name; or a word: it cannot be read, or holds more than them. */
export type Unzipped = ReadonlyMap<string, Buffer> | 'unreadable' | 'mixed';

/** What ten megabytes may come to: no honest paper unpacks to more. */
const most = { files: 2_000, bytes: 64 * 1024 * 1024 } as const;
const sizes = { end: 22, entry: 46, local: 30 } as const;
const signs = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 } as const;

type Entry = {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
};

class Unfit extends Error {
  readonly why: 'unreadable' | 'mixed';
  constructor(why: 'unreadable' | 'mixed') {
    super(why);
    this.why = why;
  }
}
const sound = (is: boolean, why: 'unreadable' | 'mixed' = 'unreadable'): void => {
  if (!is) throw new Unfit(why);
};

function entryAt(bytes: Buffer, at: number): Entry & { next: number } {
  sound(at + sizes.entry <= bytes.length && bytes.readUInt32LE(at) === signs.entry);
  const [name, extra, remark] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [number, number, number];
  const from = at + sizes.entry;
  return {
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packed: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    at: bytes.readUInt32LE(at + 42),
    name: bytes.toString('utf8', from, from + name),
    next: from + name + extra + remark,
  };
}

/** The directory: it ends where the archive says, and the archive ends with the file. */
function directory(bytes: Buffer): { entries: Entry[]; from: number } {
  const end = bytes.length - sizes.end;
  sound(end >= 0);
  const last = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  sound(last >= 0);
  sound(last === end && bytes.indexOf('PK\x05\x06\0\0\0\0', 0, 'latin1') === end, 'mixed');
  const [count, length, from] = [
    bytes.readUInt16LE(end + 10),
    bytes.readUInt32LE(end + 12),
    bytes.readUInt32LE(end + 16),
  ];
  sound(count > 0 && count <= most.files && bytes.readUInt16LE(end + 4) === 0 && bytes.readUInt16LE(end + 20) === 0);
  sound(from + length === end, 'mixed');
  const entries: Entry[] = [];
  let at = from;
  for (let n = 0; n < count; n++) {
    const { next, ...entry } = entryAt(bytes, at);
    entries.push(entry);
    at = next;
  }
  sound(at === end, 'mixed');
  return { entries, from };
}

/** Where the packed bytes of a file begin; what stands before them says the same as the directory. */
function dataOf(bytes: Buffer, { name, flags, method, at }: Entry): number {
  sound(at + sizes.local <= bytes.length && bytes.readUInt32LE(at) === signs.local);
  const [nameLength, extra] = [bytes.readUInt16LE(at + 26), bytes.readUInt16LE(at + 28)];
  const from = at + sizes.local + nameLength;
  sound(bytes.toString('utf8', at + sizes.local, from) === name, 'mixed');
  // Bit 0: locked; 6 and 13: the same in another way. Only what is stored or deflated is read.
  sound((flags & 0x2041) === 0 && bytes.readUInt16LE(at + 8) === method && (method === 0 || method === 8));
  return from + extra;
}

function unpacked(bytes: Buffer, entry: Entry, room: number): { content: Buffer; end: number } {
  const from = dataOf(bytes, entry);
  const end = from + entry.packed;
  sound(end <= bytes.length && entry.size <= room);
  const packed = bytes.subarray(from, end);
  const content = entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.size) });
  sound(content.length === entry.size && crc32(content) === entry.crc);
  // Whoever writes without knowing the length puts it behind: with its sign or without.
  return { content, end };
}

const plainName = (name: string): boolean =>
  name.length <= 260 &&
  !/[\\:\p{C}]|\uFFFD/u.test(name) &&
  !name.split('/').some((part) => part === '..' || part === '.');

/** Nothing lies before, between or behind the files, where a reader of something else could find it. */
function refuseGaps(spans: readonly { at: number; end: number; behind: boolean }[], from: number): void {
  let at = 0;
  for (const span of [...spans].sort((one, other) => one.at - other.at)) {
    sound(span.at === at, 'mixed');
    at = span.end;
  }
  sound(at === from, 'mixed');
}

const descriptorAt = (bytes: Buffer, end: number): number =>
  bytes.readUInt32LE(Math.min(end, bytes.length - 4)) === 0x08074b50 ? 16 : 12;

/**
 * Reads an archive as strictly as its directory can be read: what unpacks to too much, is locked, stands twice or lies
 * where the directory does not know of it makes it none. Takes a core for as long as it lasts.
 */
export function unzip(bytes: Buffer): Unzipped {
  try {
    const { entries, from } = directory(bytes);
    const files = new Map<string, Buffer>();
    const spans: { at: number; end: number; behind: boolean }[] = [];
    let room: number = most.bytes;
    for (const entry of entries) {
      const { content, end } = unpacked(bytes, entry, room);
      room -= content.length;
      const behind = (entry.flags & 8) !== 0;
      spans.push({ at: entry.at, end: behind ? end + descriptorAt(bytes, end) : end, behind });
      const name = entry.name.toLowerCase();
      sound(plainName(entry.name) && !files.has(name));
      if (!name.endsWith('/')) files.set(name, content);
    }
    refuseGaps(spans, from);
    return files;
  } catch (error) {
    if (error instanceof Unfit) return error.why;
    // The unpacker says in its own way that something is damaged or too long.
    return 'unreadable';
  }
}

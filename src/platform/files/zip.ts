import { crc32, inflateRawSync } from 'node:zlib';

export type UnzipResult = ReadonlyMap<string, Buffer> | 'unreadable' | 'mixed';

/** Above the size of any genuine 10 MB document. */
const limits = { files: 2_000, bytes: 64 * 1024 * 1024 } as const;
const sizes = { end: 22, entry: 46, local: 30 } as const;
const signatures = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 } as const;

type Entry = {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
};

class InvalidArchiveError extends Error {
  readonly reason: 'unreadable' | 'mixed';
  constructor(reason: 'unreadable' | 'mixed') {
    super(reason);
    this.reason = reason;
  }
}
const assertValid = (isValid: boolean, reason: 'unreadable' | 'mixed' = 'unreadable'): void => {
  if (!isValid) throw new InvalidArchiveError(reason);
};

function readEntry(bytes: Buffer, at: number): Entry & { next: number } {
  assertValid(at + sizes.entry <= bytes.length && bytes.readUInt32LE(at) === signatures.entry);
  const [name, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
    number,
    number,
    number,
  ];
  const from = at + sizes.entry;
  return {
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packed: bytes.readUInt32LE(at + 20),
    size: bytes.readUInt32LE(at + 24),
    at: bytes.readUInt32LE(at + 42),
    name: bytes.toString('utf8', from, from + name),
    next: from + name + extraLength + commentLength,
  };
}

/** Reads the directory, which must end exactly at the end of the file. */
function readDirectory(bytes: Buffer): { entries: Entry[]; from: number } {
  const end = bytes.length - sizes.end;
  assertValid(end >= 0);
  const last = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  assertValid(last >= 0);
  assertValid(last === end && bytes.indexOf('PK\x05\x06\0\0\0\0', 0, 'latin1') === end, 'mixed');
  const [count, length, from] = [
    bytes.readUInt16LE(end + 10),
    bytes.readUInt32LE(end + 12),
    bytes.readUInt32LE(end + 16),
  ];
  assertValid(
    count > 0 && count <= limits.files && bytes.readUInt16LE(end + 4) === 0 && bytes.readUInt16LE(end + 20) === 0,
  );
  assertValid(from + length === end, 'mixed');
  const entries: Entry[] = [];
  let at = from;
  for (let n = 0; n < count; n++) {
    const { next, ...entry } = readEntry(bytes, at);
    entries.push(entry);
    at = next;
  }
  assertValid(at === end, 'mixed');
  return { entries, from };
}

function findData(bytes: Buffer, { name, flags, method, at }: Entry): number {
  assertValid(at + sizes.local <= bytes.length && bytes.readUInt32LE(at) === signatures.local);
  const [nameLength, extra] = [bytes.readUInt16LE(at + 26), bytes.readUInt16LE(at + 28)];
  const from = at + sizes.local + nameLength;
  assertValid(bytes.toString('utf8', at + sizes.local, from) === name, 'mixed');
  // Bits 0, 6 and 13 mean encrypted. Methods: 0 is stored, 8 is deflated.
  assertValid((flags & 0x2041) === 0 && bytes.readUInt16LE(at + 8) === method && (method === 0 || method === 8));
  return from + extra;
}

function unpack(bytes: Buffer, entry: Entry, remainingBytes: number): { content: Buffer; end: number } {
  const from = findData(bytes, entry);
  const end = from + entry.packed;
  assertValid(end <= bytes.length && entry.size <= remainingBytes);
  const packed = bytes.subarray(from, end);
  const content = entry.method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.size) });
  assertValid(content.length === entry.size && crc32(content) === entry.crc);
  return { content, end };
}

const isPlainName = (name: string): boolean =>
  name.length <= 260 &&
  !/[\\:\p{C}]|\uFFFD/u.test(name) &&
  !name.split('/').some((part) => part === '..' || part === '.');

/** Throws for data before, between or after the files. */
function assertNoGaps(spans: readonly { at: number; end: number; hasDescriptor: boolean }[], from: number): void {
  let at = 0;
  for (const span of [...spans].sort((a, b) => a.at - b.at)) {
    assertValid(span.at === at, 'mixed');
    at = span.end;
  }
  assertValid(at === from, 'mixed');
}

const getDescriptorSize = (bytes: Buffer, end: number): number =>
  bytes.readUInt32LE(Math.min(end, bytes.length - 4)) === 0x08074b50 ? 16 : 12;

/** Unpacks an archive. Rejects encryption, duplicates, excess size and unlisted data. CPU-bound. */
export function unzip(bytes: Buffer): UnzipResult {
  try {
    const { entries, from } = readDirectory(bytes);
    const files = new Map<string, Buffer>();
    const spans: { at: number; end: number; hasDescriptor: boolean }[] = [];
    let remainingBytes: number = limits.bytes;
    for (const entry of entries) {
      const { content, end } = unpack(bytes, entry, remainingBytes);
      remainingBytes -= content.length;
      const hasDescriptor = (entry.flags & 8) !== 0;
      spans.push({ at: entry.at, end: hasDescriptor ? end + getDescriptorSize(bytes, end) : end, hasDescriptor });
      const name = entry.name.toLowerCase();
      assertValid(isPlainName(entry.name) && !files.has(name));
      if (!name.endsWith('/')) files.set(name, content);
    }
    assertNoGaps(spans, from);
    return files;
  } catch (error) {
    if (error instanceof InvalidArchiveError) return error.reason;
    return 'unreadable';
  }
}

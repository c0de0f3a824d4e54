/** A node of a compound file (MS-CFB): a storage with others in it, or a stream of bytes. */
export type Node = {
  readonly name: string;
  readonly kind: 'storage' | 'stream';
  readonly children: readonly Node[];
  readonly bytes: Buffer;
};

const none = 0xfffffffe;
const isSector = (id: number): boolean => id < 0xfffffffa;
const magic = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const mostEntries = 4_000;

type Layout = { readonly bytes: Buffer; readonly size: number; readonly fat: readonly number[] };

const broken = (): never => {
  throw new Error('a broken compound file');
};
const within = (is: boolean): void => void (is || broken());

const sector = ({ bytes, size }: Omit<Layout, 'fat'>, id: number): Buffer => {
  const from = (id + 1) * size;
  within(from < bytes.length);
  return bytes.subarray(from, from + size);
};
const numbersIn = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32LE(at * 4));

/** The numbers of a chain, from its first on; one that leads back into itself is none. */
function chain(table: readonly number[], first: number): number[] {
  const ids: number[] = [];
  for (let id = first; id !== none; id = table[id] ?? broken()) {
    within(isSector(id) && ids.length <= table.length);
    ids.push(id);
  }
  return ids;
}
const chained = (layout: Layout, first: number): Buffer =>
  Buffer.concat(chain(layout.fat, first).map((id) => sector(layout, id)));

/** The table of sectors, which the head names itself up to its 109th piece, and lists behind it. */
function tableOf(bytes: Buffer, size: number): number[] {
  const pieces = numbersIn(bytes.subarray(76, 512));
  let [next, left] = [bytes.readUInt32LE(68), bytes.readUInt32LE(72)];
  for (; isSector(next) && left > 0; left--) {
    const more = numbersIn(sector({ bytes, size }, next));
    next = more.pop() ?? none;
    pieces.push(...more);
  }
  return pieces.filter(isSector).flatMap((id) => numbersIn(sector({ bytes, size }, id)));
}

type Raw = { name: string; type: number; left: number; right: number; child: number; first: number; length: number };

function entriesIn(directory: Buffer): Raw[] {
  within(directory.length / 128 <= mostEntries);
  return Array.from({ length: directory.length / 128 }, (_, n) => {
    const at = n * 128;
    const letters = Math.max(0, directory.readUInt16LE(at + 64) - 2);
    within(letters <= 62);
    return {
      name: directory.toString('utf16le', at, at + letters),
      type: directory.readUInt8(at + 66),
      left: directory.readUInt32LE(at + 68),
      right: directory.readUInt32LE(at + 72),
      child: directory.readUInt32LE(at + 76),
      first: directory.readUInt32LE(at + 116),
      length: directory.readUInt32LE(at + 120),
    };
  });
}

/** The whole tree of a compound file; null where it is damaged, or holds what its tree does not lead to. */
export function readCompound(bytes: Buffer): Node | null {
  try {
    within(bytes.length >= 1536 && bytes.subarray(0, 8).equals(magic));
    const size = 1 << bytes.readUInt16LE(30);
    within(size === 512 || size === 4096);
    const layout: Layout = { bytes, size, fat: tableOf(bytes, size) };
    const entries = entriesIn(chained(layout, bytes.readUInt32LE(48)));
    const [root] = entries;
    within(root?.type === 5);
    return treeOf(layout, entries);
  } catch {
    return null;
  }
}

function treeOf(layout: Layout, entries: readonly Raw[]): Node {
  const { bytes } = layout;
  const smallBelow = bytes.readUInt32LE(56);
  const small = isSector(entries[0]?.first ?? none) ? chained(layout, entries[0]?.first ?? none) : Buffer.alloc(0);
  const smallFat = isSector(bytes.readUInt32LE(60)) ? numbersIn(chained(layout, bytes.readUInt32LE(60))) : [];
  const seen = new Set<number>();
  const contentOf = ({ first, length }: Raw): Buffer => {
    if (length === 0) return Buffer.alloc(0);
    const content =
      length < smallBelow
        ? Buffer.concat(chain(smallFat, first).map((id) => small.subarray(id * 64, id * 64 + 64)))
        : chained(layout, first);
    within(content.length >= length);
    return content.subarray(0, length);
  };
  const below = (id: number): Node[] => {
    if (!isSector(id)) return [];
    within(!seen.has(id) && id < entries.length);
    seen.add(id);
    const entry = entries[id] ?? broken();
    return [...below(entry.left), nodeOf(entry), ...below(entry.right)];
  };
  const nodeOf = (entry: Raw): Node => {
    within(entry.type === 1 || entry.type === 2);
    const isStream = entry.type === 2;
    const children = isStream ? [] : below(entry.child);
    return {
      name: entry.name,
      kind: isStream ? 'stream' : 'storage',
      children,
      bytes: isStream ? contentOf(entry) : Buffer.alloc(0),
    };
  };
  const root = {
    name: '',
    kind: 'storage',
    children: below(entries[0]?.child ?? none),
    bytes: Buffer.alloc(0),
  } as const;
  // What no way leads to is found by whoever looks the entries through.
  within(entries.every(({ type }, id) => id === 0 || type === 0 || seen.has(id)));
  return root;
}

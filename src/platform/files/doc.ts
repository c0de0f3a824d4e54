import type { WordVerdict } from './docx.ts';
import type { FileRejection } from './rejection.ts';
import { isFetchingField } from './word-xml.ts';

const expectedNames = new Set([
  'WordDocument',
  '0Table',
  '1Table',
  'Data',
  '\x01CompObj',
  'ObjectPool',
  'MsoDataStore',
]);
const isExpected = ({ name, children }: Node): boolean =>
  name === 'ObjectPool' ? children.length === 0 : expectedNames.has(name) || name.startsWith('\x05');

/** Header fields [MS-DOC 2.5]. */
const signature = 0xa5ec;
const word97 = 0x00c1;
const flagBits = { template: 0x0001, locked: 0x0100, table1: 0x0200 } as const;
const tableOffsets = { commands: 0x15a, names: 0x19a, pieces: 0x1a2 } as const;

const readTable = (head: Buffer, table: Buffer, offset: number): Buffer => {
  const [from, length] = [head.readUInt32LE(offset), head.readUInt32LE(offset + 4)];
  if (from + length > table.length) throw new Error('an offset is past the end');
  return table.subarray(from, from + length);
};

function readText(document: Buffer, table: Buffer): string {
  const pieces = readTable(document, table, tableOffsets.pieces);
  let at = 0;
  while (pieces[at] === 1) at += 3 + pieces.readUInt16LE(at + 1);
  if (pieces[at] !== 2) throw new Error('the piece table is empty');
  const list = pieces.subarray(at + 5, at + 5 + pieces.readUInt32LE(at + 1));
  const count = Math.floor((list.length - 4) / 12);
  const parts = Array.from({ length: count }, (_, n) => {
    const length = list.readUInt32LE((n + 1) * 4) - list.readUInt32LE(n * 4);
    const position = list.readUInt32LE((count + 1) * 4 + n * 8 + 2);
    const isNarrow = (position & 0x40000000) !== 0;
    const from = isNarrow ? (position & 0x3fffffff) >>> 1 : position & 0x3fffffff;
    const bytes = document.subarray(from, from + (isNarrow ? length : length * 2));
    return bytes.toString(isNarrow ? 'latin1' : 'utf16le');
  });
  return parts.join('');
}

/** Reads the field codes of a document, without nested fields and control characters. */
function readFieldCodes(text: string): string[] {
  const open: { code: string; isCode: boolean }[] = [];
  const codes: string[] = [];
  for (const character of text) {
    const top = open.at(-1);
    if (character === '\x13') open.push({ code: '', isCode: true });
    else if (character === '\x14' && top) top.isCode = false;
    else if (character === '\x15') codes.push(open.pop()?.code ?? '');
    else if (top?.isCode && (character >= ' ' || character.trim() === '')) top.code += character;
  }
  return [...codes, ...open.map(({ code }) => code)];
}

function checkContent(document: Buffer, table: Buffer): FileRejection | null {
  // Rejects a template with a URL, because Word would load it.
  const names = readTable(document, table, tableOffsets.names).toString('utf16le');
  const shifted = readTable(document, table, tableOffsets.names).subarray(1).toString('utf16le');
  if ([names, shifted].some((text) => /:\/\/|\\\\/.test(text))) return 'word_active';
  return readFieldCodes(readText(document, table)).some(isFetchingField) ? 'word_active' : null;
}

function checkDocument(root: Node, document: Buffer): FileRejection | null {
  if (document.length < 0x1aa || document.readUInt16LE(0) !== signature || document.readUInt16LE(2) < word97)
    return 'unreadable';
  const flags = document.readUInt16LE(10);
  if (flags & flagBits.locked) return 'word_locked';
  if (flags & flagBits.template || !root.children.every(isExpected)) return 'word_active';
  const table = root.children.find(({ name }) => name === (flags & flagBits.table1 ? '1Table' : '0Table'));
  if (!table) return 'unreadable';
  try {
    return checkContent(document, table.bytes);
  } catch {
    return 'unreadable';
  }
}

const encryptionNames = ['EncryptedPackage', 'EncryptionInfo', '\x06DataSpaces'];

export function checkDoc(bytes: Buffer): WordVerdict {
  const root = readCompound(bytes);
  const mentionsWord = bytes.includes(Buffer.from('WordDocument', 'utf16le'));
  if (!root) return { kind: mentionsWord ? 'doc' : null, rejection: 'unreadable' };
  if (root.children.some(({ name }) => encryptionNames.includes(name)))
    return { kind: 'doc', rejection: 'word_locked' };
  const document = root.children.find(({ name, kind }) => name === 'WordDocument' && kind === 'stream');
  if (!document) return { kind: null, rejection: null };
  if (bytes.includes('PK\x05\x06\0\0\0\0')) return { kind: 'doc', rejection: 'mixed' };
  return { kind: 'doc', rejection: checkDocument(root, document.bytes) };
}

export type Node = {
  readonly name: string;
  readonly kind: 'storage' | 'stream';
  readonly children: readonly Node[];
  readonly bytes: Buffer;
};

const endOfChain = 0xfffffffe;
const isSector = (id: number): boolean => id < 0xfffffffa;
const magic = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const mostEntries = 4_000;

type Layout = { readonly bytes: Buffer; readonly size: number; readonly fat: readonly number[] };

const fail = (): never => {
  throw new Error('a broken compound file');
};
const assertValid = (isValid: boolean): void => void (isValid || fail());

const sector = ({ bytes, size }: Omit<Layout, 'fat'>, id: number): Buffer => {
  const from = (id + 1) * size;
  assertValid(from < bytes.length);
  return bytes.subarray(from, from + size);
};
const readNumbers = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32LE(at * 4));

function readChain(fat: readonly number[], first: number): number[] {
  const ids: number[] = [];
  for (let id = first; id !== endOfChain; id = fat[id] ?? fail()) {
    assertValid(isSector(id) && ids.length <= fat.length);
    ids.push(id);
  }
  return ids;
}
const readChained = (layout: Layout, first: number): Buffer =>
  Buffer.concat(readChain(layout.fat, first).map((id) => sector(layout, id)));

/** Reads the sector table. The header lists its first 109 sectors, and chained sectors list the others. */
function readFat(bytes: Buffer, size: number): number[] {
  const pieces = readNumbers(bytes.subarray(76, 512));
  let [next, left] = [bytes.readUInt32LE(68), bytes.readUInt32LE(72)];
  for (; isSector(next) && left > 0; left--) {
    const more = readNumbers(sector({ bytes, size }, next));
    next = more.pop() ?? endOfChain;
    pieces.push(...more);
  }
  return pieces.filter(isSector).flatMap((id) => readNumbers(sector({ bytes, size }, id)));
}

type RawEntry = {
  name: string;
  type: number;
  left: number;
  right: number;
  child: number;
  first: number;
  length: number;
};

function readEntries(directory: Buffer): RawEntry[] {
  assertValid(directory.length / 128 <= mostEntries);
  return Array.from({ length: directory.length / 128 }, (_, n) => {
    const at = n * 128;
    const letters = Math.max(0, directory.readUInt16LE(at + 64) - 2);
    assertValid(letters <= 62);
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

/** Parses a compound file (the format of `.doc`). Null when damaged or with unreachable entries. */
export function readCompound(bytes: Buffer): Node | null {
  try {
    assertValid(bytes.length >= 1536 && bytes.subarray(0, 8).equals(magic));
    const size = 1 << bytes.readUInt16LE(30);
    assertValid(size === 512 || size === 4096);
    const layout: Layout = { bytes, size, fat: readFat(bytes, size) };
    const entries = readEntries(readChained(layout, bytes.readUInt32LE(48)));
    const [root] = entries;
    assertValid(root?.type === 5);
    return buildTree(layout, entries);
  } catch {
    return null;
  }
}

function buildTree(layout: Layout, entries: readonly RawEntry[]): Node {
  const { bytes } = layout;
  const smallBelow = bytes.readUInt32LE(56);
  const small = isSector(entries[0]?.first ?? endOfChain)
    ? readChained(layout, entries[0]?.first ?? endOfChain)
    : Buffer.alloc(0);
  const smallFat = isSector(bytes.readUInt32LE(60)) ? readNumbers(readChained(layout, bytes.readUInt32LE(60))) : [];
  const seen = new Set<number>();
  const readContent = ({ first, length }: RawEntry): Buffer => {
    if (length === 0) return Buffer.alloc(0);
    const content =
      length < smallBelow
        ? Buffer.concat(readChain(smallFat, first).map((id) => small.subarray(id * 64, id * 64 + 64)))
        : readChained(layout, first);
    assertValid(content.length >= length);
    return content.subarray(0, length);
  };
  const readSubtree = (id: number): Node[] => {
    if (!isSector(id)) return [];
    assertValid(!seen.has(id) && id < entries.length);
    seen.add(id);
    const entry = entries[id] ?? fail();
    return [...readSubtree(entry.left), buildNode(entry), ...readSubtree(entry.right)];
  };
  const buildNode = (entry: RawEntry): Node => {
    assertValid(entry.type === 1 || entry.type === 2);
    const isStream = entry.type === 2;
    const children = isStream ? [] : readSubtree(entry.child);
    return {
      name: entry.name,
      kind: isStream ? 'stream' : 'storage',
      children,
      bytes: isStream ? readContent(entry) : Buffer.alloc(0),
    };
  };
  const root = {
    name: '',
    kind: 'storage',
    children: readSubtree(entries[0]?.child ?? endOfChain),
    bytes: Buffer.alloc(0),
  } as const;
  // Rejects entries outside the tree, because other programs may show them.
  assertValid(entries.every(({ type }, id) => id === 0 || type === 0 || seen.has(id)));
  return root;
}

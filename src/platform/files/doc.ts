import { type Node, readCompound } from './cfb.ts';
import type { WordJudged } from './docx.ts';
import type { Unfit } from './unfit.ts';
import { fetches } from './word-xml.ts';

/** What Word 97 and later write into a document without macros, objects or templates. */
const expected = new Set(['WordDocument', '0Table', '1Table', 'Data', '\x01CompObj', 'ObjectPool', 'MsoDataStore']);
const isExpected = ({ name, children }: Node): boolean =>
  name === 'ObjectPool' ? children.length === 0 : expected.has(name) || name.startsWith('\x05');

/** The head of a document [MS-DOC 2.5]: its sign, its version, and what its marks say. */
const sign = 0xa5ec;
const word97 = 0x00c1;
const marks = { template: 0x0001, locked: 0x0100, table1: 0x0200 } as const;
/** Where the head says that keys and macros, names of templates, and the pieces of the text lie. */
const places = { commands: 0x15a, names: 0x19a, pieces: 0x1a2 } as const;

const lying = (head: Buffer, table: Buffer, place: number): Buffer => {
  const [from, length] = [head.readUInt32LE(place), head.readUInt32LE(place + 4)];
  if (from + length > table.length) throw new Error('it lies behind the end');
  return table.subarray(from, from + length);
};

/** The text of a document as its pieces give it, whichever way each is written. */
function textOf(document: Buffer, table: Buffer): string {
  const pieces = lying(document, table, places.pieces);
  let at = 0;
  while (pieces[at] === 1) at += 3 + pieces.readUInt16LE(at + 1);
  if (pieces[at] !== 2) throw new Error('it has no pieces');
  const list = pieces.subarray(at + 5, at + 5 + pieces.readUInt32LE(at + 1));
  const count = Math.floor((list.length - 4) / 12);
  const parts = Array.from({ length: count }, (_, n) => {
    const length = list.readUInt32LE((n + 1) * 4) - list.readUInt32LE(n * 4);
    const where = list.readUInt32LE((count + 1) * 4 + n * 8 + 2);
    const narrow = (where & 0x40000000) !== 0;
    const from = narrow ? (where & 0x3fffffff) >>> 1 : where & 0x3fffffff;
    const bytes = document.subarray(from, from + (narrow ? length : length * 2));
    return bytes.toString(narrow ? 'latin1' : 'utf16le');
  });
  return parts.join('');
}

/** The codes of all fields: between their first sign and the one that begins what they show, or their end. */
const codesIn = (text: string): string[] =>
  text
    .split('\x13')
    .slice(1)
    .map((field) => field.split('\x14')[0]?.split('\x15')[0] ?? '');

function unfitContent(document: Buffer, table: Buffer): Unfit | null {
  // A name of a template is one of this machine, or no name at all: never an address.
  const names = lying(document, table, places.names).toString('utf16le');
  const shifted = lying(document, table, places.names).subarray(1).toString('utf16le');
  if ([names, shifted].some((text) => /:\/\/|\\\\/.test(text))) return 'word_active';
  return codesIn(textOf(document, table)).some(fetches) ? 'word_active' : null;
}

function unfitDocument(root: Node, document: Buffer): Unfit | null {
  if (document.length < 0x1aa || document.readUInt16LE(0) !== sign || document.readUInt16LE(2) < word97)
    return 'unreadable';
  const flags = document.readUInt16LE(10);
  if (flags & marks.locked) return 'word_locked';
  if (flags & marks.template || !root.children.every(isExpected)) return 'word_active';
  const table = root.children.find(({ name }) => name === (flags & marks.table1 ? '1Table' : '0Table'));
  if (!table) return 'unreadable';
  try {
    return unfitContent(document, table.bytes);
  } catch {
    return 'unreadable';
  }
}

const locks = ['EncryptedPackage', 'EncryptionInfo', '\x06DataSpaces'];

/** What a compound file is, by what stands in it, and why it is not taken where it is a document of Word. */
export function judgeDoc(bytes: Buffer): WordJudged {
  const root = readCompound(bytes);
  const named = bytes.includes(Buffer.from('WordDocument', 'utf16le'));
  if (!root) return { kind: named ? 'doc' : null, unfit: 'unreadable' };
  if (root.children.some(({ name }) => locks.includes(name))) return { kind: 'doc', unfit: 'word_locked' };
  const document = root.children.find(({ name, kind }) => name === 'WordDocument' && kind === 'stream');
  if (!document) return { kind: null, unfit: null };
  if (bytes.includes('PK\x05\x06\0\0\0\0')) return { kind: 'doc', unfit: 'mixed' };
  return { kind: 'doc', unfit: unfitDocument(root, document.bytes) };
}

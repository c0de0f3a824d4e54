import { type Node, readCompound } from './cfb.ts';
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

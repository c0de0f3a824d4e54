import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { scanObjects } from './pdf-lexer.ts';
import { lockedName } from './pdf-names.ts';
import { type PdfDictionary, type PdfValue, readValue } from './pdf-values.ts';
import { PdfRejectionError } from './rejection.ts';

type ObjectId = { readonly number: number; readonly generation: number };
export type PdfCipher = (owner: ObjectId, data: Buffer) => Buffer;

type Method = 'RC4' | 'AES-128' | 'AES-256' | 'none';

/** Encryption dictionary of the standard handler (ISO 32000-2, 7.6.4). */
type EncryptionDetails = {
  readonly revision: number;
  readonly method: Method;
  readonly keyLengths: readonly number[];
  readonly O: Buffer;
  readonly U: Buffer;
  readonly UE: Buffer;
  readonly permissions: number;
  readonly isMetadataOpen: boolean;
};

const createLockedError = () => new PdfRejectionError('pdf_locked');
const toBytes = (value: PdfValue | undefined): Buffer => (Buffer.isBuffer(value) ? value : Buffer.alloc(0));
const toNumber = (value: PdfValue | undefined, fallback = 0): number => (typeof value === 'number' ? value : fallback);
const toDictionary = (value: PdfValue | undefined): PdfDictionary => (value instanceof Map ? value : new Map());

/** Creates the cipher of a PDF that opens without a password. Null when not encrypted. Throws otherwise. */
export function createCipher(text: string): PdfCipher | null {
  if (!lockedName.test(text)) return null;
  const encryption = parseEncryption(findEncryptionDictionary(text));
  if (encryption.method === 'none') return (_owner, data) => data;
  const key = deriveKey(encryption, readFileIds(text));
  if (!key) throw createLockedError();
  return (owner, data) => decrypt(encryption.method, deriveObjectKey(encryption.method, key, owner), data);
}

function findEncryptionDictionary(text: string): PdfDictionary {
  const all = new RegExp(lockedName.source, 'g');
  const references = [...text.matchAll(all)].map(({ index, 0: { length } }) =>
    text.slice(index + length, index + length + 60),
  );
  const numbers = new Set(references.map((suffix) => /^[\s\0]*(\d+)[\s\0]+\d+[\s\0]+R/.exec(suffix)?.[1]));
  const [number] = numbers;
  if (numbers.size !== 1 || number === undefined) throw createLockedError();
  const found = [...scanObjects(text)].filter((object) => object.number === Number(number) && object.stream === null);
  const [object] = found;
  if (found.length !== 1 || !object) throw createLockedError();
  const value = readValue(text, object.begin);
  if (!(value instanceof Map)) throw createLockedError();
  return value;
}

function readFileIds(text: string): Buffer[] {
  const ids = [...text.matchAll(/\/ID(?=[\s\0]*\[)/g)].slice(0, 20).map(({ index }) => readValue(text, index + 3));
  const first = ids.map((id) => toBytes(Array.isArray(id) ? id[0] : undefined).toString('latin1'));
  return [...new Set([...first, ''])].map((id) => Buffer.from(id, 'latin1'));
}

function parseEncryption(dictionary: PdfDictionary): EncryptionDetails {
  const [version, revision] = [toNumber(dictionary.get('V')), toNumber(dictionary.get('R'))];
  const isKnown =
    dictionary.get('Filter') === 'Standard' && [1, 2, 4, 5].includes(version) && [2, 3, 4, 5, 6].includes(revision);
  if (!isKnown) throw createLockedError();
  const method = version < 4 ? 'RC4' : getStreamMethod(dictionary);
  // Only revisions 5 and 6 have keys of this length.
  if ((method === 'AES-256') !== revision >= 5 && method !== 'none') throw createLockedError();
  const statedLength = Math.trunc(toNumber(dictionary.get('Length'), 40) / 8);
  return {
    revision,
    method,
    // Tries all possible lengths, because some programs state a wrong one.
    keyLengths: [...new Set([version === 1 ? 5 : statedLength, 16, 5])].filter((length) => length >= 5 && length <= 16),
    O: toBytes(dictionary.get('O')),
    U: toBytes(dictionary.get('U')),
    UE: toBytes(dictionary.get('UE')),
    permissions: toNumber(dictionary.get('P')),
    isMetadataOpen: dictionary.get('EncryptMetadata') === false,
  };
}

const methods: Readonly<Record<string, Method>> = { V2: 'RC4', AESV2: 'AES-128', AESV3: 'AES-256', None: 'none' };

function getStreamMethod(dictionary: PdfDictionary): Method {
  const filter = dictionary.has('StmF') ? dictionary.get('StmF') : 'Identity';
  if (filter === 'Identity') return 'none';
  const filterDictionary = toDictionary(toDictionary(dictionary.get('CF')).get(String(filter)));
  const method = methods[String(filterDictionary.get('CFM'))];
  if (!method) throw createLockedError();
  return method;
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const md5 = (...parts: Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest();
const sha = (bits: 256 | 384 | 512, ...parts: Uint8Array[]) =>
  createHash(`sha${bits}`).update(Buffer.concat(parts)).digest();

function deriveKey(encryption: EncryptionDetails, ids: readonly Buffer[]): Buffer | null {
  if (encryption.revision >= 5) return deriveKeyRevision5(encryption);
  for (const id of ids)
    for (const length of encryption.keyLengths) {
      const key = deriveKeyRevision2(encryption, id, length);
      if (isValidKey(encryption, id, key)) return key;
    }
  return null;
}

/** ISO 32000-2 algorithm 2, for revisions 2 to 4. */
function deriveKeyRevision2(
  { revision, O, permissions, isMetadataOpen }: EncryptionDetails,
  id: Buffer,
  length: number,
): Buffer {
  const permissionBytes = Buffer.alloc(4);
  permissionBytes.writeUInt32LE(permissions >>> 0);
  const metadataBytes = revision >= 4 && isMetadataOpen ? Buffer.alloc(4, 255) : Buffer.alloc(0);
  let key = md5(padding, O.subarray(0, 32), permissionBytes, id, metadataBytes);
  if (revision >= 3) for (let round = 0; round < 50; round++) key = md5(key.subarray(0, length));
  return key.subarray(0, length);
}

/** ISO 32000-2 algorithms 4 and 5. */
function isValidKey({ revision, U }: EncryptionDetails, id: Buffer, key: Buffer): boolean {
  if (revision === 2) return rc4(key, padding).equals(U.subarray(0, 32));
  let expected: Buffer = md5(padding, id);
  for (let round = 0; round < 20; round++) expected = rc4(Buffer.from(key.map((byte) => byte ^ round)), expected);
  return expected.equals(U.subarray(0, 16));
}

/** ISO 32000-2 algorithm 2.A, for revisions 5 and 6. */
function deriveKeyRevision5({ revision, U, UE }: EncryptionDetails): Buffer | null {
  const hash = revision === 5 ? (salt: Buffer) => sha(256, salt) : hashRevision6;
  if (U.length < 48 || UE.length < 32 || !hash(U.subarray(32, 40)).equals(U.subarray(0, 32))) return null;
  const decipher = createDecipheriv('aes-256-cbc', hash(U.subarray(40, 48)), Buffer.alloc(16)).setAutoPadding(false);
  return decipher.update(UE.subarray(0, 32));
}

/** ISO 32000-2 algorithm 2.B with an empty password. */
function hashRevision6(salt: Buffer): Buffer {
  let key = sha(256, salt);
  let last = 0;
  for (let round = 0; round < 64 || last > round - 32; round++) {
    const repeated = Buffer.concat(Array<Buffer>(64).fill(key));
    const encrypted = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32))
      .setAutoPadding(false)
      .update(repeated);
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha(([256, 384, 512] as const)[remainder] ?? 256, encrypted);
    last = encrypted.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

/** ISO 32000-2 algorithm 1. */
function deriveObjectKey(method: Method, key: Buffer, { number, generation }: ObjectId): Buffer {
  if (method === 'AES-256') return key;
  const place = Buffer.alloc(5);
  place.writeUIntLE(number % 2 ** 24, 0, 3);
  place.writeUInt16LE(generation % 2 ** 16, 3);
  const salt = Buffer.from(method === 'AES-128' ? 'sAlT' : '');
  return md5(key, place, salt).subarray(0, Math.min(key.length + 5, 16));
}

function decrypt(method: Method, key: Buffer, data: Buffer): Buffer {
  if (method === 'RC4') return rc4(key, data);
  // Drops the line break between the last block and `endstream`.
  const blocks = data.subarray(0, data.length - (data.length % 16));
  if (blocks.length < 32) return Buffer.alloc(0);
  const opening = createDecipheriv(method === 'AES-128' ? 'aes-128-cbc' : 'aes-256-cbc', key, blocks.subarray(0, 16));
  return opening.setAutoPadding(false).update(blocks.subarray(16));
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, n) => n);
  const swap = (i: number, j: number) => {
    const held = state[i] ?? 0;
    state[i] = state[j] ?? 0;
    state[j] = held;
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 255;
      j = (j + (state[i] ?? 0)) & 255;
      swap(i, j);
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0);
    }),
  );
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Transform } from 'node:stream';

/**
 * AES-256-GCM in 64 KiB chunks (ASVS 11.3). The key derives from ring key, salt and file id. The nonce counts chunks
 * and marks the last, so changed, missing or reordered chunks fail. Format: `CCF1`, length and id of the key, salt,
 * chunks.
 */
const magic = Buffer.from('CCF1');
const pieceBytes = 64 * 1024;
const tagBytes = 16;
const saltBytes = 32;

export type KeyRing = { readonly current: string; readonly keys: ReadonlyMap<string, Buffer> };

export class DecryptionError extends Error {}

export class UnknownKeyError extends DecryptionError {}

export const getEncryptedSize = (bytes: number, keyId: string): number =>
  magic.length +
  1 +
  Buffer.byteLength(keyId) +
  saltBytes +
  bytes +
  tagBytes * Math.max(1, Math.ceil(bytes / pieceBytes));

export function createEncryptStream({ current, keys }: KeyRing, fileId: string): Transform {
  const id = Buffer.from(current);
  const head = Buffer.concat([magic, Buffer.from([id.length]), id, randomBytes(saltBytes)]);
  const key = deriveFileKey(keys.get(current), head, fileId);
  const encryptPiece = (isPlain: Buffer, nonce: Buffer) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(head);
    return Buffer.concat([cipher.update(isPlain), cipher.final(), cipher.getAuthTag()]);
  };
  const stream = createPieceStream(pieceBytes, encryptPiece);
  stream.push(head);
  return stream;
}

/** Decrypts a file. The stream fails with {@link DecryptionError} when any byte has changed. */
export const createDecryptStream = (ring: KeyRing, fileId: string): Transform => createDecrypter(ring, fileId, false);

/** Decrypts a file, and passes on unencrypted files, which have another header. */
export const createLenientDecryptStream = (ring: KeyRing, fileId: string): Transform =>
  createDecrypter(ring, fileId, true);

function createDecrypter(ring: KeyRing, fileId: string, allowsPlain: boolean): Transform {
  let buffered: Buffer = Buffer.alloc(0);
  let plain = false;
  let decryptParts: ((isLast: boolean, chunk: Buffer) => Buffer[]) | null = null;
  const process = (chunk: Buffer, isLast: boolean): Buffer[] => {
    if (plain) return [chunk];
    if (decryptParts) return decryptParts(isLast, chunk);
    buffered = Buffer.concat([buffered, chunk]);
    plain =
      allowsPlain && (isLast || buffered.length >= magic.length) && !buffered.subarray(0, magic.length).equals(magic);
    if (plain) return [buffered];
    if (allowsPlain && buffered.length < magic.length) return [];
    const size = getHeadSize(buffered);
    if (size === null || buffered.length < size) {
      if (isLast) throw new DecryptionError('the header is truncated');
      return [];
    }
    decryptParts = createCutter(pieceBytes + tagBytes, createPieceDecrypter(ring, buffered.subarray(0, size), fileId));
    return decryptParts(isLast, buffered.subarray(size));
  };
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => forward(done, () => concatParts(process(chunk, false))),
    flush: (done) => forward(done, () => concatParts(process(Buffer.alloc(0), true))),
  });
}

const concatParts = (parts: Buffer[]) => (parts.length === 0 ? null : Buffer.concat(parts));

function forward(done: (error: Error | null, data?: Buffer | null) => void, transformPiece: () => Buffer | null): void {
  try {
    done(null, transformPiece());
  } catch (error) {
    done(error as Error);
  }
}

function getHeadSize(bytes: Buffer): number | null {
  if (!magic.subarray(0, bytes.length).equals(bytes.subarray(0, magic.length)))
    throw new DecryptionError('unknown header');
  const id = bytes[magic.length];
  return id === undefined ? null : magic.length + 1 + id + saltBytes;
}

function createPieceDecrypter({ keys }: KeyRing, head: Buffer, fileId: string) {
  const keyId = head.subarray(magic.length + 1, head.length - saltBytes).toString();
  const key = deriveFileKey(keys.get(keyId), head, fileId);
  return (encrypted: Buffer, nonce: Buffer) => {
    if (encrypted.length < tagBytes) throw new DecryptionError('a chunk is truncated');
    const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(head);
    cipher.setAuthTag(encrypted.subarray(encrypted.length - tagBytes));
    const plain = cipher.update(encrypted.subarray(0, encrypted.length - tagBytes));
    try {
      return Buffer.concat([plain, cipher.final()]);
    } catch {
      throw new DecryptionError('a chunk was changed');
    }
  };
}

function deriveFileKey(key: Buffer | undefined, head: Buffer, fileId: string): Buffer {
  if (!key) throw new UnknownKeyError('the key of this file is not in the key ring');
  const salt = head.subarray(head.length - saltBytes);
  return Buffer.from(hkdfSync('sha256', key, salt, `cryptocommerce file ${fileId}`, 32));
}

type PieceTransform = (part: Buffer, nonce: Buffer) => Buffer;

/** Cuts a stream into chunks of `size` bytes and marks the last chunk. */
function createCutter(size: number, transformPiece: PieceTransform) {
  let waiting: Buffer = Buffer.alloc(0);
  let number = 0;
  const transformNext = (part: Buffer, isLast: boolean) => {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(number++, 7);
    nonce[11] = isLast ? 1 : 0;
    return transformPiece(part, nonce);
  };
  return (isLast: boolean, chunk: Buffer): Buffer[] => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    const done: Buffer[] = [];
    // Holds back a full chunk, because it may be the last one.
    while (waiting.length > size) {
      done.push(transformNext(waiting.subarray(0, size), false));
      waiting = waiting.subarray(size);
    }
    if (isLast) done.push(transformNext(waiting, true));
    return done;
  };
}

function createPieceStream(size: number, transformPiece: PieceTransform): Transform {
  const cutParts = createCutter(size, transformPiece);
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => forward(done, () => concatParts(cutParts(false, chunk))),
    flush: (done) => forward(done, () => concatParts(cutParts(true, Buffer.alloc(0)))),
  });
}

/** Parses `id:key,id:key` with 32-byte base64 keys. Null when invalid. The first key encrypts, all keys decrypt. */
export function readKeyRing(text: string): KeyRing | null {
  const pairs = text.split(',').map((pair) => /^\s*([\w.-]{1,40}):([A-Za-z0-9+/_-]{43}=?)\s*$/.exec(pair));
  const keys = new Map<string, Buffer>();
  for (const pair of pairs) {
    const key = Buffer.from(pair?.[2] ?? '', 'base64');
    if (!pair?.[1] || key.length !== 32 || new Set(key).size < 12 || keys.has(pair[1])) return null;
    keys.set(pair[1], key);
  }
  return { current: pairs[0]?.[1] ?? '', keys };
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Transform } from 'node:stream';

/**
 * Encryption at rest (ASVS 11.3): AES-256-GCM in pieces of 64 KiB, so that files stream. Every file has a key of its
 * own, made from a key of the ring, 32 random bytes and the file's id. The number of a piece and whether it is the last
 * are its nonce; the head is authenticated with every piece. So nothing can be changed, cut, reordered, exchanged
 * between files or moved to another key without the reading failing.
 *
 * Head: `CCF1`, length of the key's id (1 byte), the id, 32 random bytes. Then pieces, each followed by its tag.
 */
const magic = Buffer.from('CCF1');
const piece = 64 * 1024;
const tag = 16;
const saltBytes = 32;

/** The keys by their ids, and which of them encrypts what is new. */
export type KeyRing = { readonly current: string; readonly keys: ReadonlyMap<string, Buffer> };

export class SealBroken extends Error {}

/** Nobody here can open it: its key was taken out of the ring, or never was in it. */
export class KeyUnknown extends SealBroken {}

/** How many bytes a file of so many has once it is encrypted. */
export const sealedBytes = (bytes: number, keyId: string): number =>
  magic.length + 1 + Buffer.byteLength(keyId) + saltBytes + bytes + tag * Math.max(1, Math.ceil(bytes / piece));

/** Encrypts for this file with the newest key. */
export function seal({ current, keys }: KeyRing, fileId: string): Transform {
  const id = Buffer.from(current);
  const head = Buffer.concat([magic, Buffer.from([id.length]), id, randomBytes(saltBytes)]);
  const key = fileKey(keys.get(current), head, fileId);
  const close = (plain: Buffer, nonce: Buffer) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(head);
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  };
  const stream = inPieces(piece, close);
  stream.push(head);
  return stream;
}

/** Decrypts what was encrypted for this file; fails with {@link SealBroken} when anything is not as it was. */
export const unseal = (ring: KeyRing, fileId: string): Transform => unsealing(ring, fileId, false);

/** The same for a file of before, which may lie as it is: its first bytes tell. No picture and no PDF begins so. */
export const unsealIfSealed = (ring: KeyRing, fileId: string): Transform => unsealing(ring, fileId, true);

function unsealing(ring: KeyRing, fileId: string, plainToo: boolean): Transform {
  let waiting: Buffer = Buffer.alloc(0);
  let plain = false;
  let inner: ((last: boolean, more: Buffer) => Buffer[]) | null = null;
  const take = (more: Buffer, last: boolean): Buffer[] => {
    if (plain) return [more];
    if (inner) return inner(last, more);
    waiting = Buffer.concat([waiting, more]);
    plain = plainToo && (last || waiting.length >= magic.length) && !waiting.subarray(0, magic.length).equals(magic);
    if (plain) return [waiting];
    if (plainToo && waiting.length < magic.length) return [];
    const size = headBytes(waiting);
    if (size === null || waiting.length < size) {
      if (last) throw new SealBroken('the head is cut off');
      return [];
    }
    inner = cutter(piece + tag, opener(ring, waiting.subarray(0, size), fileId));
    return inner(last, waiting.subarray(size));
  };
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => passOn(done, () => joined(take(chunk, false))),
    flush: (done) => passOn(done, () => joined(take(Buffer.alloc(0), true))),
  });
}

const joined = (parts: Buffer[]) => (parts.length === 0 ? null : Buffer.concat(parts));

function passOn(done: (error: Error | null, data?: Buffer | null) => void, act: () => Buffer | null): void {
  try {
    done(null, act());
  } catch (error) {
    done(error as Error);
  }
}

function headBytes(start: Buffer): number | null {
  if (!magic.subarray(0, start.length).equals(start.subarray(0, magic.length))) throw new SealBroken('no such head');
  const id = start[magic.length];
  return id === undefined ? null : magic.length + 1 + id + saltBytes;
}

function opener({ keys }: KeyRing, head: Buffer, fileId: string) {
  const keyId = head.subarray(magic.length + 1, head.length - saltBytes).toString();
  const key = fileKey(keys.get(keyId), head, fileId);
  return (sealed: Buffer, nonce: Buffer) => {
    if (sealed.length < tag) throw new SealBroken('a piece is cut off');
    const cipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tag }).setAAD(head);
    cipher.setAuthTag(sealed.subarray(sealed.length - tag));
    const plain = cipher.update(sealed.subarray(0, sealed.length - tag));
    try {
      return Buffer.concat([plain, cipher.final()]);
    } catch {
      throw new SealBroken('a piece is not as it was written');
    }
  };
}

function fileKey(key: Buffer | undefined, head: Buffer, fileId: string): Buffer {
  if (!key) throw new KeyUnknown('the key of this file is not in the ring');
  const salt = head.subarray(head.length - saltBytes);
  return Buffer.from(hkdfSync('sha256', key, salt, `cryptocommerce file ${fileId}`, 32));
}

type Act = (part: Buffer, nonce: Buffer) => Buffer;

/** Cuts a stream into parts of one size; only the last may be shorter, and it is marked as the last. */
function cutter(size: number, act: Act) {
  let waiting: Buffer = Buffer.alloc(0);
  let number = 0;
  const next = (part: Buffer, last: boolean) => {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(number++, 7);
    nonce[11] = last ? 1 : 0;
    return act(part, nonce);
  };
  return (last: boolean, more: Buffer): Buffer[] => {
    waiting = waiting.length === 0 ? more : Buffer.concat([waiting, more]);
    const done: Buffer[] = [];
    // What fills a part exactly waits: it may be the last.
    while (waiting.length > size) {
      done.push(next(waiting.subarray(0, size), false));
      waiting = waiting.subarray(size);
    }
    if (last) done.push(next(waiting, true));
    return done;
  };
}

function inPieces(size: number, act: Act): Transform {
  const cut = cutter(size, act);
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => passOn(done, () => joined(cut(false, chunk))),
    flush: (done) => passOn(done, () => joined(cut(true, Buffer.alloc(0)))),
  });
}

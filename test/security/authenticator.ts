import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Cbor = Parameters<typeof isoCBOR.encode>[0];

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();

/** A public key of P-256 as authenticators write it (RFC 9053, ES256). */
function coseKey(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const point = [x, y].map((part) => new Uint8Array(Buffer.from(part, 'base64url')));
  const parts: [number, Cbor][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    ...point.map((part, at): [number, Cbor] => [-2 - at, part]),
  ];
  return isoCBOR.encode(new Map(parts));
}

/** Where a key is said to come from: a format and its statement; `signed` is what an honest one signs. */
export type Origin = {
  readonly format: string;
  readonly statement: (signed: (data: Uint8Array) => Uint8Array, data: Uint8Array) => Map<string, Cbor>;
};

type Says = { readonly flags: number; readonly count: number; readonly at: Uint8Array };
/** What an answer says that no honest browser would: another act, page, host, no person, an old count. */
type Signing = Partial<Pick<Says, 'flags' | 'count'>> & {
  readonly act?: string;
  readonly from?: string;
  readonly host?: string;
};

/**
 * An authenticator in the hands of a test: it makes one passkey, and signs with it. What it says about itself is the
 * test's to choose, and so is another public key than the one it signs by.
 */
export function authenticatorAt(origin: string, shown?: KeyObject) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const site = sha256(Buffer.from(new URL(origin).hostname));
  const signed = (data: Uint8Array) => new Uint8Array(sign('sha256', data, privateKey));
  const clientData = (act: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${act}`, challenge, origin: from }));
  const text = (data: Uint8Array) => Buffer.from(data).toString('base64url');

  /** A person was there and verified; with the key, where it is new. */
  const data = (key?: Uint8Array, { flags = 0x05, count = 0, at = site }: Partial<Says> = {}) =>
    new Uint8Array(
      Buffer.concat([
        at,
        Buffer.from([key ? 0x45 : flags, 0, 0, count >> 8, count & 0xff]),
        ...(key ? [Buffer.alloc(16), Buffer.from([0, id.length]), id, key] : []),
      ]),
    );

  return {
    makes(challenge: string, { format, statement }: Origin) {
      const client = clientData('create', challenge);
      const authData = data(coseKey(shown ?? publicKey));
      const attStmt = statement(signed, new Uint8Array(Buffer.concat([authData, sha256(client)])));
      const parts: [string, Cbor][] = [
        ['fmt', format],
        ['attStmt', attStmt],
        ['authData', authData],
      ];
      const attestationObject = text(isoCBOR.encode(new Map(parts)));
      return { id: text(id), clientDataJSON: text(client), attestationObject, transports: ['internal'] };
    },
    signs(challenge: string, { act = 'get', from = origin, host, ...says }: Signing = {}) {
      const client = clientData(act, challenge, from);
      const authenticatorData = data(undefined, { ...says, ...(host && { at: sha256(Buffer.from(host)) }) });
      const signature = signed(Buffer.concat([authenticatorData, sha256(client)]));
      const answer = { clientDataJSON: text(client), authenticatorData: text(authenticatorData) };
      return { id: text(id), ...answer, signature: text(signature), userHandle: null };
    },
  };
}

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Cbor = Parameters<typeof isoCBOR.encode>[0];

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();

/** COSE public key of P-256 (RFC 9053, ES256). */
function coseKey(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const point = [x, y].map((part) => new Uint8Array(Buffer.from(part, 'base64url')));
  const parts: [number, Cbor][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    ...point.map((part, index): [number, Cbor] => [-2 - index, part]),
  ];
  return isoCBOR.encode(new Map(parts));
}

/** Attestation format and statement. `signed` has the bytes that a correct authenticator signs. */
export type Attestation = {
  readonly format: string;
  readonly statement: (signData: (data: Uint8Array) => Uint8Array, data: Uint8Array) => Map<string, Cbor>;
};

type AuthenticatorData = { readonly flags: number; readonly count: number; readonly siteHash: Uint8Array };
/** Values that no correct browser sends: another action, origin or host, no user present, an old count. */
type SignOverrides = Partial<Pick<AuthenticatorData, 'flags' | 'count'>> & {
  readonly act?: string;
  readonly from?: string;
  readonly host?: string;
};

/** Creates a software authenticator with one passkey. `shownKey` replaces its public key in registrations. */
export function createAuthenticator(origin: string, shownKey?: KeyObject) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const site = sha256(Buffer.from(new URL(origin).hostname));
  const signData = (data: Uint8Array) => new Uint8Array(sign('sha256', data, privateKey));
  const clientData = (act: string, challenge: string, from = origin) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${act}`, challenge, origin: from }));
  const text = (data: Uint8Array) => Buffer.from(data).toString('base64url');

  const data = (key?: Uint8Array, { flags = 0x05, count = 0, siteHash = site }: Partial<AuthenticatorData> = {}) =>
    new Uint8Array(
      Buffer.concat([
        siteHash,
        Buffer.from([key ? 0x45 : flags, 0, 0, count >> 8, count & 0xff]),
        ...(key ? [Buffer.alloc(16), Buffer.from([0, id.length]), id, key] : []),
      ]),
    );

  return {
    register(challenge: string, { format, statement }: Attestation) {
      const client = clientData('create', challenge);
      const authData = data(coseKey(shownKey ?? publicKey));
      const attStmt = statement(signData, new Uint8Array(Buffer.concat([authData, sha256(client)])));
      const parts: [string, Cbor][] = [
        ['fmt', format],
        ['attStmt', attStmt],
        ['authData', authData],
      ];
      const attestationObject = text(isoCBOR.encode(new Map(parts)));
      return { id: text(id), clientDataJSON: text(client), attestationObject, transports: ['internal'] };
    },
    sign(challenge: string, { act = 'get', from = origin, host, ...overrides }: SignOverrides = {}) {
      const client = clientData(act, challenge, from);
      const authenticatorData = data(undefined, { ...overrides, ...(host && { siteHash: sha256(Buffer.from(host)) }) });
      const signature = signData(Buffer.concat([authenticatorData, sha256(client)]));
      const answer = { clientDataJSON: text(client), authenticatorData: text(authenticatorData) };
      return { id: text(id), ...answer, signature: text(signature), userHandle: null };
    },
  };
}

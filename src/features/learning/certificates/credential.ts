import type { KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, type JWK, SignJWT } from 'jose';
import type { CredentialKeys } from '../../../platform/config/credential-keys.ts';
import { type Certificate, formatCriteria, getVerifyPath } from './certificate.ts';

export type Issuer = { readonly origin: string; readonly name: string };

const algorithm = 'RS256';

/** Exports a public key. Its id is the thumbprint of RFC 7638. */
async function exportPublicKey(key: KeyObject): Promise<JWK> {
  const jwk = await exportJWK(key);
  return { ...jwk, alg: algorithm, use: 'sig', kid: await calculateJwkThumbprint(jwk) };
}

/** Returns the signing key and earlier keys for `/.well-known/jwks.json`. */
export const getKeySet = async ({ published: keys }: CredentialKeys) => ({
  keys: await Promise.all(keys.map(exportPublicKey)),
});

/** Builds an Open Badges 3.0 credential (W3C). The owner has an id for it only, and a name if they show it. */
export function buildCredential(certificate: Certificate, { origin, name: issuerName }: Issuer) {
  const { id, code, courseId, courseTitle, version, title, name, showsName, issuedAt } = certificate;
  return {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'],
    id: `urn:uuid:${id}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: `${title}: ${courseTitle}`,
    issuer: { id: origin, type: ['Profile'], name: issuerName, url: origin },
    validFrom: issuedAt.toISOString(),
    credentialSubject: {
      id: `urn:uuid:${id}#learner`,
      type: ['AchievementSubject'],
      ...(showsName && {
        identifier: [{ type: 'IdentityObject', hashed: false, identityHash: name, identityType: 'name' }],
      }),
      achievement: {
        id: `${origin}/courses/${courseId}`,
        type: ['Achievement'],
        achievementType: 'Course',
        name: courseTitle,
        version: String(version),
        description: `${title} of the course "${courseTitle}", version ${version}.`,
        criteria: { narrative: formatCriteria(certificate) },
      },
    },
    evidence: [
      {
        id: `${origin}${getVerifyPath(code)}`,
        type: ['Evidence'],
        name: 'Page that shows whether the certificate is valid',
      },
    ],
  };
}

/** Signs a compact JWT. Open Badges requires the key in its header; receivers compare its id with our key set. */
export async function signCredential(certificate: Certificate, issuer: Issuer, keys: CredentialKeys): Promise<string> {
  const credential = buildCredential(certificate, issuer);
  const {
    signing,
    published: [primary = signing],
  } = keys;
  const { kid = '', ...jwk } = await exportPublicKey(primary);
  return new SignJWT(credential)
    .setProtectedHeader({
      alg: algorithm,
      typ: 'JWT',
      kid,
      jwk: { kty: jwk.kty ?? '', n: jwk.n ?? '', e: jwk.e ?? '' },
    })
    .setIssuer(issuer.origin)
    .setSubject(credential.credentialSubject.id)
    .setJti(credential.id)
    .setNotBefore(certificate.issuedAt)
    .sign(signing);
}

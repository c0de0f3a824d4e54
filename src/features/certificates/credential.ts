import type { KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, type JWK, SignJWT } from 'jose';
import type { CredentialKeys } from '../../platform/credential-keys.ts';
import { type Certificate, criteriaOf, verifyPath } from './certificate.ts';

/** Who issues it, where it is met: the address that people type, and our name. */
export type Issuer = { readonly origin: string; readonly name: string };

const algorithm = 'RS256';

/** A public key as others look it up; its id is its own fingerprint, so it is the same wherever it stands. */
async function published(key: KeyObject): Promise<JWK> {
  const jwk = await exportJWK(key);
  return { ...jwk, alg: algorithm, use: 'sig', kid: await calculateJwkThumbprint(jwk) };
}

/** What stands at `/.well-known/jwks.json`: the key that signs, and those that signed before. */
export const keySet = async ({ published: keys }: CredentialKeys) => ({ keys: await Promise.all(keys.map(published)) });

/**
 * A certificate as an Open Badges 3.0 credential, which is a W3C verifiable credential of version 2. The learner stands
 * in it under a number of this certificate alone, and by name where they show that.
 */
export function credentialOf(certificate: Certificate, { origin, name: issuerName }: Issuer) {
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
        criteria: { narrative: criteriaOf(certificate) },
      },
    },
    evidence: [
      {
        id: `${origin}${verifyPath(code)}`,
        type: ['Evidence'],
        name: 'Page on which anybody sees whether it still counts',
      },
    ],
  };
}

/**
 * The same, signed: a compact JWT whose payload is the credential itself. The key goes along in the head, as Open
 * Badges has it; whether it is ours is told by our key set, where it stands under the same id.
 */
export async function signedCredential(
  certificate: Certificate,
  issuer: Issuer,
  keys: CredentialKeys,
): Promise<string> {
  const credential = credentialOf(certificate, issuer);
  const {
    signing,
    published: [own = signing],
  } = keys;
  const { kid = '', ...jwk } = await published(own);
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

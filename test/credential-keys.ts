import { generateKeyPairSync } from 'node:crypto';

/** A key that signs certificates, as PEM: for tests in the mode of production, which has one. */
export const credentialKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 3_072,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;

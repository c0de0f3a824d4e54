import { generateKeyPairSync } from 'node:crypto';

/** PEM key that signs certificates. Production mode requires one. */
export const credentialKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 3_072,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;

import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Config } from '../../platform/config/config.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { findPasskey, type NewPasskey, type Passkey, type PasskeyRow, recordPasskeyUse } from './mfa-store.ts';
import type { NewPasskeyAnswer, PasskeyAnswer } from './schema.ts';
import { type ChallengePurpose, consumeChallenge, storeChallenge } from './token-store.ts';

const getRelyingParty = ({ origin }: Config) => ({ rpID: new URL(origin).hostname, origin });

type ChallengeTarget = { readonly purpose: ChallengePurpose; readonly userId: string | null };
type ChallengeRequest = ChallengeTarget & { readonly session?: string };

/** Creates a challenge for `passkeys`, or for any passkey of this site when the list is empty. */
export async function createPasskeyChallenge(
  services: Services,
  target: ChallengeRequest,
  passkeys: readonly PasskeyRow[] = [],
) {
  const allowCredentials = passkeys.map(({ credentialId: id, transports }) => ({ id, transports }));
  const { rpID } = getRelyingParty(services.config);
  const options = await generateAuthenticationOptions({ rpID, allowCredentials, userVerification: 'required' });
  await storeChallenge(services.authDb, { challenge: options.challenge, ...target });
  return options;
}

type Owner = { id: string; email: string; name: string; sessionId: string };

export async function createRegistrationChallenge(services: Services, owner: Owner, passkeys: readonly PasskeyRow[]) {
  const options = await generateRegistrationOptions({
    rpName: 'Cryptocommerce',
    rpID: getRelyingParty(services.config).rpID,
    userID: new Uint8Array(Buffer.from(owner.id)),
    userName: owner.email,
    userDisplayName: owner.name,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const target = { purpose: 'register', userId: owner.id, session: owner.sessionId } as const;
  await storeChallenge(services.authDb, { challenge: options.challenge, ...target });
  return options;
}

/** Consumes the challenge, so that no response can be replayed. Null for an unknown challenge. */
async function claimChallenge(services: Services, clientData: string, target: ChallengeTarget): Promise<string | null> {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as { challenge?: unknown };
    if (typeof challenge !== 'string' || challenge.length > 200) return null;
    return (await consumeChallenge(services.authDb, { challenge, ...target })) ? challenge : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

async function nullOnError<T>(verification: Promise<T>): Promise<T | null> {
  return verification.catch(() => null);
}

/** Null unless the passkey signed our challenge with user verification, and was not copied. */
export async function verifyPasskey(
  services: Services,
  answer: PasskeyAnswer,
  target: ChallengeTarget,
): Promise<Passkey | null> {
  const { id, clientDataJSON, authenticatorData, signature, userHandle } = answer;
  const expectedChallenge = await claimChallenge(services, clientDataJSON, target);
  const passkey = await findPasskey(services.authDb, id);
  if (expectedChallenge === null || !passkey) return null;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.userId) return null;
  const { rpID, origin } = getRelyingParty(services.config);
  const result = await nullOnError(
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
      },
    }),
  );
  if (!result?.verified) return null;
  return (await recordPasskeyUse(services.authDb, passkey.id, result.authenticationInfo.newCounter)) ? passkey : null;
}

/** Certificates are refused, as the library would fetch any URL in them, including internal URLs. */
function hasNoCertificate(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}

const verifyRegistration = async (options: Parameters<typeof verifyRegistrationResponse>[0]) =>
  hasNoCertificate(options.response.response.attestationObject) ? verifyRegistrationResponse(options) : null;

/** Returns the new credential, or null unless it signed our challenge. */
export async function verifyNewPasskey(
  services: Services,
  answer: NewPasskeyAnswer,
  userId: string,
): Promise<Omit<NewPasskey, 'name'> | null> {
  const { id, clientDataJSON, attestationObject, transports } = answer;
  const expectedChallenge = await claimChallenge(services, clientDataJSON, { purpose: 'register', userId });
  if (expectedChallenge === null) return null;
  const { rpID, origin } = getRelyingParty(services.config);
  const result = await nullOnError(
    verifyRegistration({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    }),
  );
  if (!result?.verified) return null;
  const { credential } = result.registrationInfo;
  return { credentialId: credential.id, publicKey: credential.publicKey, counter: credential.counter, transports };
}

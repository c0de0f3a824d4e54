import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { Config } from '../../platform/config.ts';
import type { Services } from '../../platform/procedure.ts';
import { type NewPasskey, type Passkey, type PasskeyLine, passkeyBy, takeUse } from './passkey-store.ts';
import type { NewPasskeyAnswer, PasskeyAnswer } from './schema.ts';
import { type ChallengePurpose, keepChallenge, takeChallenge } from './token-store.ts';

/** Whom passkeys are made for: this site by the name people type, and no other. */
const siteOf = ({ origin }: Config) => ({ rpID: new URL(origin).hostname, origin });

type For = { readonly purpose: ChallengePurpose; readonly userId: string | null };
type Asked = For & { readonly session?: string };

/** What the browser needs to ask for a passkey: any of this site, or one of `passkeys`. */
export async function askForPasskey(services: Services, about: Asked, passkeys: readonly PasskeyLine[] = []) {
  const allowCredentials = passkeys.map(({ credentialId: id, transports }) => ({ id, transports }));
  const { rpID } = siteOf(services.config);
  const options = await generateAuthenticationOptions({ rpID, allowCredentials, userVerification: 'required' });
  await keepChallenge(services.authDb, { challenge: options.challenge, ...about });
  return options;
}

type Owner = { id: string; email: string; name: string; sessionId: string };

/** What the browser needs to make a new passkey, which then can also sign in by itself. */
export async function askForNewPasskey(services: Services, owner: Owner, passkeys: readonly PasskeyLine[]) {
  const options = await generateRegistrationOptions({
    rpName: 'Cryptocommerce',
    rpID: siteOf(services.config).rpID,
    userID: new Uint8Array(Buffer.from(owner.id)),
    userName: owner.email,
    userDisplayName: owner.name,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const about = { purpose: 'register', userId: owner.id, session: owner.sessionId } as const;
  await keepChallenge(services.authDb, { challenge: options.challenge, ...about });
  return options;
}

/** Takes the challenge that the browser says was signed, so that no answer counts twice; null for none of ours. */
async function challengeIn(services: Services, clientData: string, about: For): Promise<string | null> {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as { challenge?: unknown };
    if (typeof challenge !== 'string' || challenge.length > 200) return null;
    return (await takeChallenge(services.authDb, { challenge, ...about })) ? challenge : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

/** The library throws for whatever is not right in an answer; for us that is no passkey. */
async function orNull<T>(checking: Promise<T>): Promise<T | null> {
  return checking.catch(() => null);
}

/**
 * The passkey that signed our challenge, by its private key, on our site, with its person verified (a finger, a face,
 * a PIN). Null for every other answer, also when its counter tells of a copy.
 */
export async function passkeyProved(services: Services, answer: PasskeyAnswer, about: For): Promise<Passkey | null> {
  const { id, clientDataJSON, authenticatorData, signature, userHandle } = answer;
  const expectedChallenge = await challengeIn(services, clientDataJSON, about);
  const passkey = await passkeyBy(services.authDb, id);
  if (expectedChallenge === null || !passkey) return null;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.userId) return null;
  const { rpID, origin } = siteOf(services.config);
  const checked = await orNull(
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
  if (!checked?.verified) return null;
  return (await takeUse(services.authDb, passkey.id, checked.authenticationInfo.newCounter)) ? passkey : null;
}

/**
 * Whether a new passkey vouches for itself or not at all, which is what we ask for. A certificate is not looked into:
 * whoever made the passkey made it too, and the library would ask any address that it names, of our network as well.
 */
function comesWithoutCertificate(attestationObject: string): boolean {
  const made = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = made.get('fmt');
  return format === 'none' || (format === 'packed' && made.get('attStmt').get('x5c') === undefined);
}

/** The library's judgement, without anything that would be fetched for it. */
const verifyNew = async (options: Parameters<typeof verifyRegistrationResponse>[0]) =>
  comesWithoutCertificate(options.response.response.attestationObject) ? verifyRegistrationResponse(options) : null;

/** A new passkey as it is to be kept, or null when the answer is not one to our challenge. */
export async function newPasskeyProved(
  services: Services,
  answer: NewPasskeyAnswer,
  userId: string,
): Promise<Omit<NewPasskey, 'name'> | null> {
  const { id, clientDataJSON, attestationObject, transports } = answer;
  const expectedChallenge = await challengeIn(services, clientDataJSON, { purpose: 'register', userId });
  if (expectedChallenge === null) return null;
  const { rpID, origin } = siteOf(services.config);
  const checked = await orNull(
    verifyNew({
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
  if (!checked?.verified) return null;
  const { credential } = checked.registrationInfo;
  return { credentialId: credential.id, publicKey: credential.publicKey, counter: credential.counter, transports };
}

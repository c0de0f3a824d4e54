import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { refusalWords } from '../../../../ui/refusal-words.ts';
import { toastError } from '../../../../ui/toast.ts';
import { accountsNotices } from '../../messages.ts';
import type { NewPasskeyAnswer, PasskeyAnswer } from '../../schema.ts';

/** The browser's own dialog for passkeys was closed, or has none to offer. */
class NoPasskey extends Error {}

// The browser says the same for a dialog that was closed and for one that found nothing.
const orNone = <T>(asking: Promise<T>): Promise<T> =>
  asking.catch(() => {
    throw new NoPasskey();
  });

/** Has the browser sign our challenge with a passkey of the person's choice. */
export async function signWithPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { id, response } = await orNone(startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, clientDataJSON, authenticatorData, signature, userHandle: userHandle || null };
}

/** Has the browser, or a key plugged into it, make a passkey. */
export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<NewPasskeyAnswer> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { id, response } = await orNone(startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports };
}

/** Says why nothing came of a passkey. */
export const tellPasskeyFault = (error: unknown): void =>
  toastError(error instanceof NoPasskey ? accountsNotices.noPasskey : refusalWords(error));

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { toastRefusal } from '../../../ui/error-message.ts';
import { toastInfo } from '../../../ui/toast.ts';
import { accountsNotices } from '../messages.ts';
import type { NewPasskeyAnswer, PasskeyAnswer } from '../schema.ts';

class NoPasskeyError extends Error {}

// Browsers report a cancelled dialog and a missing passkey alike.
const rejectAsNoPasskey = <T>(request: Promise<T>): Promise<T> =>
  request.catch(() => {
    throw new NoPasskeyError();
  });

export async function signWithPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { id, response } = await rejectAsNoPasskey(startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, clientDataJSON, authenticatorData, signature, userHandle: userHandle || null };
}

export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<NewPasskeyAnswer> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { id, response } = await rejectAsNoPasskey(startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports };
}

export const toastPasskeyError = (error: unknown): void =>
  error instanceof NoPasskeyError ? toastInfo(accountsNotices.noPasskey) : toastRefusal(error);

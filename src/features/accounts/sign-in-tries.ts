import { connectionOf } from '../../platform/connection.ts';
import type { Context } from '../../platform/procedure.ts';
import { isKnownDevice, knowsDevice } from './device-store.ts';
import { knownBy } from './known-browser.ts';

/** Wrong tries allowed in a quarter of an hour. */
export const perAccount = { tries: 10, seconds: 900 };
export const perConnection = { tries: 100, seconds: 900 };

/** Under which the wrong passwords of an account are counted, whoever and wherever they come from. */
export const accountKey = (email: string): string => `sign-in:account:${email}`;

/**
 * From where something is asked, for counting: the browser itself where the account that it is about knows it, for many
 * customers share one address and a stranger among them must not lock them out; else the connection. With no address
 * typed in, any account that knows it will do: a passkey cannot be guessed. Who makes browsers known to an account of
 * their own has no more tries at the others for it.
 */
export async function doorOf(context: Pick<Context, 'services' | 'request'>, email?: string): Promise<string> {
  const { authDb } = context.services;
  const device = knownBy(context);
  const known =
    device !== null &&
    (await (email === undefined ? isKnownDevice(authDb, device) : knowsDevice(authDb, email, device)));
  return known ? `browser:${device}` : `address:${connectionOf(context.request.ip)}`;
}

/** A browser from which the owner has signed in before counts by itself: strangers cannot lock it out. */
export const deviceKey = (email: string, device: string): string => `sign-in:account:${email}:device:${device}`;

/** Wrong codes and passkeys of somebody who already has the password, and wrong answers in an open session. */
export const secondStepKey = (userId: string): string => `second-step:${userId}`;
export const confirmKey = (userId: string): string => `confirm:${userId}`;

import { connectionOf } from '../../platform/connection.ts';
import type { Context } from '../../platform/procedure.ts';
import { isKnownDevice } from './device-store.ts';
import { knownBy } from './known-browser.ts';

/** Wrong tries allowed in a quarter of an hour. */
export const perAccount = { tries: 10, seconds: 900 };
export const perConnection = { tries: 100, seconds: 900 };

/** Under which the wrong passwords of an account are counted, whoever and wherever they come from. */
export const accountKey = (email: string): string => `sign-in:account:${email}`;

/**
 * From where something is asked, for counting: the browser itself where some account knows it, for many customers share
 * one address and a stranger among them must not lock them out; else the connection.
 */
export async function doorOf(context: Pick<Context, 'services' | 'request'>): Promise<string> {
  const device = knownBy(context);
  const known = device !== null && (await isKnownDevice(context.services.authDb, device));
  return known ? `browser:${device}` : `address:${connectionOf(context.request.ip)}`;
}

/** A browser from which the owner has signed in before counts by itself: strangers cannot lock it out. */
export const deviceKey = (email: string, device: string): string => `sign-in:account:${email}:device:${device}`;

/** Wrong codes and passkeys of somebody who already has the password, and wrong answers in an open session. */
export const secondStepKey = (userId: string): string => `second-step:${userId}`;
export const confirmKey = (userId: string): string => `confirm:${userId}`;

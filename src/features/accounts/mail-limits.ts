import { connectionOf } from '../../platform/connection.ts';
import type { Db } from '../../platform/database.ts';
import type { Context } from '../../platform/procedure.ts';
import { limitKeysAt, withinLimit, withinLimits } from '../../platform/rate-limit.ts';
import { knowsDevice } from './device-store.ts';
import { knownBy } from './known-browser.ts';
import type { OwnerNotice } from './letters.ts';

const day = 24 * 3600;

/**
 * Mails a day to one address that anybody can bring about who types it in: from one asker (a connection, or a browser
 * in which its owner signed in before), and from all strangers together. Each kind is counted by itself.
 */
const askedADay = {
  verification: { asker: 3, address: 6 },
  reset: { asker: 3, address: 6 },
  welcome: { asker: 2, address: 2 },
} as const;

/**
 * Links in mails live for an hour at least. Where an hour passed without a mail there is another, whoever used up the
 * day's: its owner has a link that works, or may ask for one.
 */
const linkLives = 3600;

/** Mails a day about one kind of change, made in an open session: strangers cannot use them up. */
const changesADay = 3;

type Asking = Pick<Context, 'services' | 'request'>;

/** Mails that one connection asks for, whoever for. */
const perConnection = { tries: 30, seconds: 900 };

/** The browser that asks, where its owner signed in before: strangers have no part in what it uses up. */
async function ownBrowser(email: string, asking: Asking): Promise<string | null> {
  const device = knownBy(asking);
  return device !== null && (await knowsDevice(asking.services.authDb, email, device)) ? device : null;
}

/** Whether somebody may ask for another mail of a kind from where they stand, whoever for: each waits in one queue. */
export async function mayAskFrom(kind: keyof typeof askedADay, email: string, asking: Asking): Promise<boolean> {
  const { authDb, clock } = asking.services;
  const own = await ownBrowser(email, asking);
  const keys = own ? [`${kind}:from:browser:${own}`] : limitKeysAt(`${kind}:from`, asking.request.ip);
  return withinLimits(authDb, keys, { ...perConnection, now: clock() });
}

/**
 * Whether another mail of a kind may go to an address today. What the owner's own browser may ask for nobody else
 * uses up; a flood from one connection leaves the others theirs, and one from many an email in every hour.
 */
export async function mayAskFor(kind: keyof typeof askedADay, email: string, asking: Asking): Promise<boolean> {
  const { authDb, clock } = asking.services;
  const { asker, address } = askedADay[kind];
  const allowed = { seconds: day, now: clock() };
  const own = await ownBrowser(email, asking);
  const from = `mail:${kind}:${email}:from:${own ?? connectionOf(asking.request.ip)}`;
  if (!(await withinLimit(authDb, from, { ...allowed, tries: asker }))) return false;
  if (own) return true;
  const hourly = { tries: kind === 'welcome' ? 0 : 1, seconds: linkLives, now: clock() };
  const noneLately = await withinLimit(authDb, `mail:${kind}:${email}:hour`, hourly);
  return (await withinLimit(authDb, `mail:${kind}:${email}`, { ...allowed, tries: address })) || noneLately;
}

/** Whether a change of this kind is written about once more today. That the account is closed always is. */
export const mayTellOf = async (
  tx: Db,
  about: OwnerNotice,
  { email, now }: { email: string; now: Date },
): Promise<boolean> =>
  about === 'closed' || withinLimit(tx, `mail:${about}:${email}`, { tries: changesADay, seconds: day, now });

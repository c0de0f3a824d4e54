import { open, signedIn } from '../../platform/procedure.ts';
import { currentSettings } from '../settings/store.ts';
import { nameAwardWallet } from './award-own.ts';
import { ownAwards } from './award-store.ts';
import { flyerPath } from './flyer-route.ts';
import { move } from './move.ts';
import { register } from './register.ts';
import { isOpen, placesLeft } from './session.ts';
import { announcedSessions, ownPlaces, type Session } from './store.ts';
import { leave, wait } from './wait.ts';

/** A session as everybody sees it. Who waits and how many came is not theirs to read; how many places are left is. */
const shown = ({ seats, flyerFile, status: _status, ...session }: Session, now: Date) => ({
  ...session,
  flyer: flyerFile && flyerPath(flyerFile),
  open: isOpen({ ...session, status: 'active' }, now),
  seats: seats.map((each) => ({ mode: each.mode, left: placesLeft(each) })),
});

/** The workshops that are announced, and what a place costs in whole J$. */
const list = open.handler(async ({ context: { services } }) => {
  const now = services.clock();
  const { plan_prices } = await currentSettings(services.db);
  const sessions = await announcedSessions(services.db, now);
  return { sessions: sessions.map((session) => shown(session, now)), price: plan_prices.workshop, now };
});

/** One's own places, and the training coins for having come. */
const own = signedIn.handler(async ({ context: { tx } }) => ({
  places: await ownPlaces(tx),
  awards: await ownAwards(tx),
}));

/** Workshops for whoever comes. */
export const workshopsApi = { list, own, register, wait, leave, move, nameAwardWallet };

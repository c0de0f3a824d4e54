import { authed, publicProcedure } from '../../platform/http/procedure.ts';
import { loadCurrentSettings } from '../settings/store.ts';
import { findOwnAwards } from './award-store.ts';
import { flyerPath } from './flyer-route.ts';
import { move } from './move.ts';
import { register } from './register.ts';
import { getSeatsLeft, isOpen } from './session.ts';
import { nameAwardWallet } from './set-award-wallet.ts';
import { findAnnouncedSessions, findOwnSeats, type Session } from './store.ts';
import { leave, wait } from './wait.ts';

/** Returns a session with its free seats, without waiting list and attendance. */
const toPublicSession = ({ seats, flyerFile, status: _status, ...session }: Session, now: Date) => ({
  ...session,
  flyer: flyerFile && flyerPath(flyerFile),
  open: isOpen({ ...session, status: 'active' }, now),
  seats: seats.map((each) => ({ mode: each.mode, left: getSeatsLeft(each) })),
});

/** Lists announced workshops with their price in whole J$. */
const list = publicProcedure.handler(async function list({ context: { services } }) {
  const now = services.clock();
  const { plan_prices } = await loadCurrentSettings(services.db);
  const sessions = await findAnnouncedSessions(services.db, now);
  return { sessions: sessions.map((session) => toPublicSession(session, now)), price: plan_prices.workshop, now };
});

const own = authed.handler(async function own({ context: { tx } }) {
  return {
    places: await findOwnSeats(tx),
    awards: await findOwnAwards(tx),
  };
});

export const workshopsApi = { list, own, register, wait, leave, move, nameAwardWallet };

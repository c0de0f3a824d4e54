import type { FastifyRequest } from 'fastify';
import { connectionOf, networkOf } from './connection.ts';
import { inTurn, type Whose } from './turns.ts';

type Asking = Pick<FastifyRequest, 'ip'>;
const whoseIs = ({ ip }: Asking): Whose => [networkOf(ip), connectionOf(ip)];

/**
 * Has strangers wait for each other before they ask anything of the database, each network and connection in turn: in
 * the line for its connections everybody stands behind everybody. So many of one connection may wait as a school behind
 * one address sends at once; the next reads `general.busy`.
 */
const lineOfStrangers = (places: number) => inTurn({ places, waiting: 2_000, ofOne: [1_000, 600] });

const strangers = lineOfStrangers(8);

/** The line of strangers, also for what a plain route asks of the database for whoever comes. */
export const inStrangersTurn = <T>(asking: Asking, act: () => Promise<T>): Promise<T> =>
  strangers(whoseIs(asking), act);

/**
 * Does what asks nothing of the database, such as the work on a password, without one's place in the line, and stands
 * in line again behind it.
 */
export type Aside = <T>(act: () => Promise<T>) => Promise<T>;

type Taking = ReturnType<typeof inTurn>;

/** Takes a place; answers how to leave it. */
const placeIn = (take: Taking, whose: Whose): Promise<() => void> =>
  new Promise((come, sendAway) => {
    take(whose, () => new Promise<void>((leave) => come(leave))).catch(sendAway);
  });

/**
 * The entrance, in a line of its own: no crowd before the prices keeps anybody out. It has as many places as the
 * sign-in role has connections (compose.ts), with those who come back: what strangers try is counted in rows that many
 * of them share, each waiting until the one before it is on the disk, so with more of them inside everybody else's
 * statements would stand behind.
 */
const entrance = lineOfStrangers(3);

/**
 * Whoever comes back from aside, where fewer go than there is room for here (`passwordRoom`): nobody is sent away whose
 * password was looked at already.
 */
const comingBack = inTurn({ places: 2, waiting: 2_000, ofOne: [] });

/** The line of whoever is about to come in or go out. A place is held only while the database is asked. */
export async function atTheDoor<T>(asking: Asking, act: (aside: Aside) => Promise<T>): Promise<T> {
  const whose = whoseIs(asking);
  let leave = await placeIn(entrance, whose);
  const aside: Aside = async (work) => {
    leave();
    try {
      return await work();
    } finally {
      leave = await placeIn(comingBack, whose);
    }
  };
  try {
    return await act(aside);
  } finally {
    leave();
  }
}

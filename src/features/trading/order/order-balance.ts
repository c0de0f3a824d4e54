import { type Amount, alike, unitsOf } from '../../movements/amount.ts';
import type { Movement } from '../../movements/movement.ts';
import { standing, sumOf } from '../../movements/standing.ts';
import { move } from './order.ts';
import type { Order } from './order-row.ts';

type Moved = Pick<Order, 'side' | 'fiat' | 'coins' | 'net' | 'movements'>;

/**
 * What an order asked for, what came in, went back and left, in what was given and in what was got (decision E6).
 * Whatever tells of an order's money (story, receipt, file, mail, desk) reads it here. `arrived` = `kept` + `returned`,
 * and what is kept stands for `sent` once that left, but for `toReturn`, which waits to go back.
 */
export type Balance = {
  readonly asked: Amount;
  readonly arrived: Amount;
  readonly kept: Amount;
  readonly returned: Amount;
  /** Of what is kept: came in beside the order's own, and waits to go back. */
  readonly toReturn: Amount;
  readonly owed: Amount;
  readonly sent: Amount;
};

/** The line under which an order's own money or coins came in; null until then. */
export const ownPayIn = ({ movements }: Pick<Order, 'movements'>): Movement | null =>
  standing(movements, 'in').find(({ extra }) => !extra) ?? null;

/** The line under which our coins or money left; null until then, and after it bounced. */
export const payOutLine = (order: Pick<Order, 'movements'>): Movement | null =>
  standing(order.movements, 'out')[0] ?? null;

/** What went back and stayed there, oldest first. */
export const returns = (order: Pick<Order, 'movements'>): Movement[] => standing(order.movements, 'back');

/** Whether a line of what came in stands on its order still: it was not taken off, and did not go back. */
export const isHere = (order: Pick<Order, 'movements'>, { id }: Movement): boolean =>
  standing(order.movements, 'in').some((line) => line.id === id) && !returns(order).some(({ ofId }) => ofId === id);

/** Whether it can be held: it goes on, or money beside its own is here. */
export const mayHold = ({ state, extras }: Pick<Order, 'state' | 'extras'>): boolean =>
  move(state, 'hold').ok && (state.status !== 'completed' || extras > 0);

/** Further payments that wait to go back, oldest first. */
export const extrasHere = (order: Pick<Order, 'movements'>): Movement[] =>
  order.movements.filter((line) => line.extra && isHere(order, line));

export function balanceOf(order: Moved): Balance {
  const { side, fiat, coins, net } = order;
  const [asked, owed]: [Amount, Amount] = side === 'buy' ? [fiat, coins] : [coins, net];
  const arrived = sumOf(asked, standing(order.movements, 'in'));
  const returned = sumOf(asked, returns(order));
  return {
    asked,
    arrived,
    returned,
    kept: alike(asked, unitsOf(arrived) - unitsOf(returned)),
    toReturn: sumOf(asked, extrasHere(order)),
    owed,
    sent: sumOf(owed, standing(order.movements, 'out')),
  };
}

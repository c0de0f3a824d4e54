import { type Amount, alike, unitsOf } from './amount.ts';
import type { Movement } from './movement.ts';
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

const sum = (like: Amount, lines: readonly Movement[]): Amount =>
  alike(
    like,
    lines.reduce((total, { amount }) => total + unitsOf(amount), 0n),
  );

/** Lines of a direction that stand: one that bounced is as if it had not left. */
const standing = ({ movements }: Pick<Order, 'movements'>, direction: Movement['direction']): Movement[] => {
  const bounced = new Set(movements.filter((line) => line.direction === 'bounced').map(({ ofId }) => ofId));
  return movements.filter((line) => line.direction === direction && !bounced.has(line.id));
};

/** The line under which an order's own money or coins came in; null until then. */
export const ownPayIn = ({ movements }: Pick<Order, 'movements'>): Movement | null =>
  movements.find(({ direction, extra }) => direction === 'in' && !extra) ?? null;

/** The line under which our coins or money left; null until then, and after it bounced. */
export const payOutLine = (order: Pick<Order, 'movements'>): Movement | null => standing(order, 'out')[0] ?? null;

/** What went back and stayed there, oldest first. */
export const returns = (order: Pick<Order, 'movements'>): Movement[] => standing(order, 'back');

/** Whether a line of what came in has not gone back. */
export const isHere = (order: Pick<Order, 'movements'>, { id }: Movement): boolean =>
  !returns(order).some(({ ofId }) => ofId === id);

/** Further payments that wait to go back, oldest first. */
export const extrasHere = (order: Pick<Order, 'movements'>): Movement[] =>
  order.movements.filter((line) => line.extra && isHere(order, line));

export function balanceOf(order: Moved): Balance {
  const { side, fiat, coins, net } = order;
  const [asked, owed]: [Amount, Amount] = side === 'buy' ? [fiat, coins] : [coins, net];
  const arrived = sum(asked, standing(order, 'in'));
  const returned = sum(asked, returns(order));
  return {
    asked,
    arrived,
    returned,
    kept: alike(asked, unitsOf(arrived) - unitsOf(returned)),
    toReturn: sum(asked, extrasHere(order)),
    owed,
    sent: sum(owed, standing(order, 'out')),
  };
}

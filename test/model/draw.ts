import type { Answer } from '../worker.ts';
import type { Known, Staff, World } from './world.ts';

/** What chance decides: which order, who does it, how much, in which spelling. Each act reads what it needs. */
export type Draw = { readonly order: number; readonly who: number; readonly size: number; readonly twist: number };

/** Somebody does something. What the product answers is its matter; whether the laws still hold is ours. */
export type Act = (world: World, draw: Draw) => Promise<Answer | null>;

export const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
export const cashiers: readonly Staff[] = ['finance', 'finance2', 'admin'];
export const officers: readonly Staff[] = ['compliance', 'compliance2', 'admin'];
/** Mostly those who may. */
export const anybody: readonly Staff[] = [...cashiers, ...cashiers, 'compliance'];

/** An act on one of the orders there are. */
export const onOrder =
  (act: (world: World, order: Known, draw: Draw) => Promise<Answer | null>): Act =>
  async (world, draw) => {
    const order = pick(world.orders, draw.order);
    if (!order) return null;
    world.concerned.add(order.of.id);
    return act(world, order, draw);
  };

/** Somebody of the desk does something plain with an order. */
export const step = (path: string, who: readonly Staff[], more: (draw: Draw) => object = () => ({})): Act =>
  onOrder((world, { id }, draw) =>
    world.atDesk(pick(who, draw.who) ?? 'admin', path, { orderId: id, note: '', ...more(draw) }),
  );

/** What stands in the database about an order or its customer, for acts that need an id of it. */
export const found = async (world: World, text: string, values: unknown[]): Promise<string | undefined> =>
  (await world.server.owner.query<{ id: string }>(text, values)).rows[0]?.id;

export const nothing = async (act: Promise<unknown>): Promise<null> => {
  await act;
  return null;
};

import type { Answer } from '../worker.ts';
import type { PlacedOrder, Staff, World } from './world.ts';

/** Random numbers with which an action chooses its order, actor, amount and variant. */
export type Choice = {
  readonly order: number;
  readonly actor: number;
  readonly size: number;
  readonly variant: number;
};

/** Returns the response of the product, or null when the action does not apply. Invariants are checked afterwards. */
export type Action = (world: World, choice: Choice) => Promise<Answer | null>;

export const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)];
export const cashiers: readonly Staff[] = ['finance', 'finance2', 'admin'];
export const officers: readonly Staff[] = ['compliance', 'compliance2', 'admin'];
export const mostlyCashiers: readonly Staff[] = [...cashiers, ...cashiers, 'compliance'];

export const onOrder =
  (action: (world: World, order: PlacedOrder, choice: Choice) => Promise<Answer | null>): Action =>
  async (world, choice) => {
    const order = pick(world.orders, choice.order);
    if (!order) return null;
    world.concerned.add(order.customer.id);
    return action(world, order, choice);
  };

export const step = (path: string, actor: readonly Staff[], more: (choice: Choice) => object = () => ({})): Action =>
  onOrder((world, { id }, choice) =>
    world.callAsStaff(pick(actor, choice.actor) ?? 'admin', path, { orderId: id, note: '', ...more(choice) }),
  );

export const findId = async (world: World, text: string, values: unknown[]): Promise<string | undefined> =>
  (await world.server.owner.query<{ id: string }>(text, values)).rows[0]?.id;

export const ignoreAnswer = async (action: Promise<unknown>): Promise<null> => {
  await action;
  return null;
};

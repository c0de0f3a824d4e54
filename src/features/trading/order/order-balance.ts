import { activeMovements, sumMovements } from '../../ledger/active-movements.ts';
import { type Amount, minorUnitsOf, replaceUnits } from '../../ledger/amount.ts';
import type { Movement } from '../../ledger/movement.ts';
import { applyCommand } from './order.ts';
import type { Order } from './order-row.ts';

type BalanceInput = Pick<Order, 'side' | 'fiat' | 'coins' | 'net' | 'movements'>;

/** Amounts of an order (decision E6). Customers and staff see equal figures. `arrived` = `kept` + `returned`. */
export type Balance = {
  readonly asked: Amount;
  readonly arrived: Amount;
  readonly kept: Amount;
  readonly returned: Amount;
  readonly toReturn: Amount;
  readonly owed: Amount;
  readonly sent: Amount;
};

export const primaryPayIn = ({ movements }: Pick<Order, 'movements'>): Movement | null =>
  activeMovements(movements, 'in').find(({ extra }) => !extra) ?? null;

type Wallets = Pick<Order, 'walletAddress' | 'senderWalletAddress'> & { readonly movements?: Order['movements'] };

/** Address of the customer's wallet. A sell prefers the recorded sender to the typed one. Empty when unknown. */
export const getWallet = (order: Wallets): string =>
  order.walletAddress ?? getSenderAddress(order) ?? order.senderWalletAddress ?? '';

const getSenderAddress = ({ movements = [] }: Wallets): string | null =>
  primaryPayIn({ movements })?.party.address ?? null;

export const payOutMovement = (order: Pick<Order, 'movements'>): Movement | null =>
  activeMovements(order.movements, 'out')[0] ?? null;

export const refundMovements = (order: Pick<Order, 'movements'>): Movement[] =>
  activeMovements(order.movements, 'back');

export const isStillHeld = (order: Pick<Order, 'movements'>, { id }: Movement): boolean =>
  activeMovements(order.movements, 'in').some((movement) => movement.id === id) &&
  !refundMovements(order).some(({ ofId }) => ofId === id);

/** A completed order can be put on hold only while it has a surplus payment. */
export const canHold = ({ state, extras }: Pick<Order, 'state' | 'extras'>): boolean =>
  applyCommand(state, 'hold').ok && (state.status !== 'completed' || extras > 0);

export const surplusPayments = (order: Pick<Order, 'movements'>): Movement[] =>
  order.movements.filter((movement) => movement.extra && isStillHeld(order, movement));

export function getBalance(order: BalanceInput): Balance {
  const { side, fiat, coins, net } = order;
  const [due, owed]: [Amount, Amount] = side === 'buy' ? [fiat, coins] : [coins, net];
  const arrived = sumMovements(due, activeMovements(order.movements, 'in'));
  const returned = sumMovements(due, refundMovements(order));
  return {
    asked: due,
    arrived,
    returned,
    kept: replaceUnits(due, minorUnitsOf(arrived) - minorUnitsOf(returned)),
    toReturn: sumMovements(due, surplusPayments(order)),
    owed,
    sent: sumMovements(owed, activeMovements(order.movements, 'out')),
  };
}

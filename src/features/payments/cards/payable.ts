import type { Money } from '../../../kernel/money.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/http/procedure.ts';
import type { NewMovement } from '../../ledger/movement-store.ts';

export const cardKinds = ['order', 'payment'] as const;
export type CardKind = (typeof cardKinds)[number];

/** Order or payment to be paid by card. The stored amount is charged. */
export type CardDue = {
  readonly kind: CardKind;
  readonly id: string;
  readonly userId: string;
  readonly reference: string;
  readonly amount: Money;
  readonly title: string;
  readonly email: string;
  /** Payment deadline. Card pages close at this time. */
  readonly until: Date | null;
};

export type CardMoney = {
  readonly userId: string;
  readonly amount: Money;
  readonly nameOnCard: string | null;
  /** Time on the provider's clock; null if unknown. */
  readonly chargedAt: Date | null;
  /** False if staff must compare the currency with the provider's list. */
  readonly currencyProved: boolean;
  readonly line: Omit<NewMovement, 'fromId' | 'ofId' | 'reason' | 'note'>;
};

/** `late`: the payment had ended, so the charge is refunded. `again`: already paid, so the charge is unallocated. */
export type SettleOutcome = 'received' | 'late' | 'again';

export type SettleContext = { readonly services: Services; readonly tx: Db };

export type CardPayable = {
  /** Finds an order or payment. Null if the user cannot pay it by card. */
  readonly due: (tx: Db, id: string) => Promise<CardDue | null>;
  /** Locks the order or payment, inserts the movement and updates the state. Never refuses. */
  readonly settle: (settling: SettleContext, id: string, money: CardMoney) => Promise<SettleOutcome>;
  /** Called after a chargeback raised its alert. */
  readonly chargedBack?: (settling: SettleContext, id: string) => Promise<void>;
};

export type CardPayables = Readonly<Record<CardKind, CardPayable>>;

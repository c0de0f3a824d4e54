import type { Money } from '../../kernel/money.ts';
import type { Db } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import type { NewMovement } from '../movements/movement-store.ts';

export const cardKinds = ['order', 'payment'] as const;
export type CardKind = (typeof cardKinds)[number];

/** The record decides the amount. */
export type CardDue = {
  readonly kind: CardKind;
  readonly id: string;
  readonly userId: string;
  readonly reference: string;
  readonly amount: Money;
  readonly title: string;
  readonly email: string;
  /** Expiry. Nothing is charged after it. */
  readonly until: Date | null;
};

export type CardMoney = {
  readonly userId: string;
  readonly amount: Money;
  readonly nameOnCard: string | null;
  /** By the provider's clock; null if unknown. */
  readonly chargedAt: Date | null;
  /** False if staff must compare the currency with the provider's list. */
  readonly currencyProved: boolean;
  readonly line: Omit<NewMovement, 'fromId' | 'ofId' | 'reason' | 'note'>;
};

/** `late`: it had ended, so the money is refunded. `again`: it is already paid, and the money becomes unassigned. */
export type SettleOutcome = 'received' | 'late' | 'again';

export type SettleContext = { readonly services: Services; readonly tx: Db };

export type CardPayable = {
  /** Returns null if it cannot be paid by card. Row security applies. */
  readonly due: (tx: Db, id: string) => Promise<CardDue | null>;
  /** Locks the record, inserts the movement and moves the state. Never refuses. */
  readonly settle: (settling: SettleContext, id: string, money: CardMoney) => Promise<SettleOutcome>;
  /** Called after the alert. */
  readonly chargedBack?: (settling: SettleContext, id: string) => Promise<void>;
};

export type CardPayables = Readonly<Record<CardKind, CardPayable>>;

import type { Money } from '../../kernel/money.ts';
import type { Db } from '../../platform/database.ts';
import type { Services } from '../../platform/procedure.ts';
import type { NewMovement } from '../movements/movement-store.ts';

/** What can be paid by card: an order, or a payment for whatever else is sold. */
export const cardKinds = ['order', 'payment'] as const;
export type CardKind = (typeof cardKinds)[number];

/** What is due for one of them, as its record says: nobody else decides the amount. */
export type CardDue = {
  readonly kind: CardKind;
  readonly id: string;
  readonly userId: string;
  /** As people know it: `K7M4-9QX`. */
  readonly reference: string;
  readonly amount: Money;
  /** What is paid for, as the provider's page shows it: `Personal plan, one month`. */
  readonly title: string;
  readonly email: string;
  /** When it lapses: nobody is charged for what has ended. */
  readonly until: Date | null;
};

/** What a card brought, by a provider's verified word: as much as was due, in its currency. */
export type CardMoney = {
  readonly userId: string;
  readonly amount: Money;
  readonly nameOnCard: string | null;
  /** By the provider's own clock; null where we know no more than when we heard of it. */
  readonly chargedAt: Date | null;
  /** Whether the provider's word covers the currency; else a person compares it with the provider's list of charges. */
  readonly currencyProved: boolean;
  /** What stands on the line of what it is for, which adds whose and of what it is. */
  readonly line: Omit<NewMovement, 'fromId' | 'ofId' | 'reason' | 'note'>;
};

/**
 * What became of it: `received`, it is paid; `late`, it had ended, and its money stands on it and goes back; `again`,
 * it takes no money more and nothing was written: it is kept as unassigned money.
 */
export type Settled = 'received' | 'late' | 'again';

/** In what it is settled: a transaction of the product, in which it sees every row and nobody asks. */
export type Settling = { readonly services: Services; readonly tx: Db };

/** What a room says of what it has paid by card. */
export type CardPayable = {
  /** What is due for it now; null where it takes no card (any more). As whoever asks may see it. */
  readonly due: (tx: Db, id: string) => Promise<CardDue | null>;
  /** Its money is here: locks it, adds the line, moves it. Never refuses. */
  readonly settle: (settling: Settling, id: string, money: CardMoney) => Promise<Settled>;
  /** The provider took the money away from us again. The alert about it is raised already. */
  readonly chargedBack?: (settling: Settling, id: string) => Promise<void>;
};

/** The rooms that are paid by card, by what. Whoever puts the house together names them. */
export type CardPayables = Readonly<Record<CardKind, CardPayable>>;

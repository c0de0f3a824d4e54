import { formatDateTime, formatDay } from '../../ui/format.ts';
import { type Amount, parseStoredAmount } from './amount.ts';
import { isNetwork, type Rail } from './movement-reference.ts';

export type Party = {
  readonly bank: string | null;
  readonly account: string | null;
  readonly holder: string | null;
  readonly address: string | null;
  readonly tag: string | null;
};

export const noParty: Party = { bank: null, account: null, holder: null, address: null, tag: null };

/** Immutable. Belongs to one order, one payment or nothing (decision E6; `app.check_movement` in `db/schema.sql`). */
export type Movement = {
  readonly id: string;
  /** `off` unlinks an `in` movement from its order; its money becomes unallocated. */
  readonly direction: 'in' | 'out' | 'back' | 'bounced' | 'off';
  readonly extra: boolean;
  /** Movement that this one refunds, returns or unlinks. */
  readonly ofId: string | null;
  /** Unallocated movement that the money came from. */
  readonly fromId: string | null;
  readonly amount: Amount;
  readonly rail: Rail;
  readonly reference: string | null;
  readonly party: Party;
  readonly movedAt: Date;
  /** True if only the day is known. `movedAt` is then the end of the day. */
  readonly dayOnly: boolean;
  readonly recordedAt: Date;
  readonly proposalId: string | null;
};

export type MovementRow = Party &
  Omit<Movement, 'amount' | 'party' | 'movedAt' | 'recordedAt'> & {
    asset: string;
    amount: string;
    referenceKey: string | null;
    movedAt: string;
    recordedAt: string;
  };

export function parseMovement(row: MovementRow): Movement {
  const { bank, account, holder, address, tag, asset, referenceKey, ...line } = row;
  return {
    ...line,
    amount: parseStoredAmount(asset, row.amount),
    reference: isNetwork(row.rail) ? (referenceKey ?? row.reference) : row.reference,
    party: { bank, account, holder, address, tag },
    movedAt: new Date(row.movedAt),
    recordedAt: new Date(row.recordedAt),
  };
}

/** Shortens an account or address, so that it cannot be copied (address poisoning). */
export function abbreviate(text: string): string {
  if (text.length > 16) return `${text.slice(0, 6)} … ${text.slice(-6)}`;
  return text.length > 4 ? `… ${text.slice(-4)}` : text;
}

const formatParty = ({ bank, account, address }: Party): string | null =>
  address ? abbreviate(address) : account ? [bank, abbreviate(account)].filter(Boolean).join(', ') : null;

export type MovementKind = 'in' | 'extra' | 'out' | 'back' | 'bounced' | 'off';

export const movementLabels: Readonly<Record<MovementKind, string>> = {
  in: 'Received',
  extra: 'Additional payment',
  out: 'Sent to you',
  back: 'Refunded',
  bounced: 'Returned to us',
  off: 'Removed: not for this order',
};

export const getReferenceLabel = (rail: Rail): string =>
  isNetwork(rail) ? 'Transaction hash' : rail === 'bank' ? 'Bank reference' : 'Card reference';

export const keptLabel = 'Received less refunds';

export type CustomerMovement = Pick<Movement, 'amount' | 'rail' | 'reference' | 'movedAt' | 'dayOnly'> & {
  readonly kind: MovementKind;
  readonly party: string | null;
};

export const toCustomerMovement = ({
  direction,
  extra,
  amount,
  rail,
  reference,
  movedAt,
  dayOnly,
  party,
}: Movement): CustomerMovement => ({
  kind: extra ? 'extra' : direction,
  amount,
  rail,
  reference,
  movedAt,
  dayOnly,
  party: formatParty(party),
});

/** Hides reference and payer of unlinked movements from the customer. */
export function toCustomerMovements(movements: readonly Movement[]): CustomerMovement[] {
  const off = new Set(movements.filter(({ direction }) => direction === 'off').map(({ ofId }) => ofId));
  const hidden = { reference: null, party: null };
  return movements.map((line) => {
    const shown = toCustomerMovement(line);
    if (line.direction === 'off') return { ...shown, ...hidden, movedAt: line.recordedAt, dayOnly: false };
    return off.has(line.id) ? { ...shown, ...hidden } : shown;
  });
}

export const formatMovedAt = ({ movedAt, dayOnly }: Pick<Movement, 'movedAt' | 'dayOnly'>): string =>
  dayOnly ? formatDay(movedAt, { year: true }) : formatDateTime(movedAt, { year: true });

export function formatMovementDetails({ kind, party, reference, ...when }: CustomerMovement): string {
  const side = party && `${kind === 'out' || kind === 'back' ? 'to' : 'from'} ${party}`;
  return [formatMovedAt(when), side, reference && `under ${reference}`].filter(Boolean).join(', ');
}

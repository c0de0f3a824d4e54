import { dayText, momentText } from '../../ui/format.ts';
import { type Amount, readAmount } from './amount.ts';
import { isNetwork, type Rail } from './movement-reference.ts';

/** The other side of a movement: an account at a bank, or an address. What is not known is null. */
export type Party = {
  readonly bank: string | null;
  readonly account: string | null;
  readonly holder: string | null;
  readonly address: string | null;
  readonly tag: string | null;
};

export const noParty: Party = { bank: null, account: null, holder: null, address: null, tag: null };

/**
 * One line for what came in, left, went back, or bounced (decision E6). It stands on one order, one payment or nothing
 * (`movement_of_one_due`, `app.movement_stands` in `db/schema.sql`; decision E6). Never changed.
 */
export type Movement = {
  readonly id: string;
  /** `off`: an `in` line that was not for this order; its money goes on as unassigned. */
  readonly direction: 'in' | 'out' | 'back' | 'bounced' | 'off';
  /** Came in beside what the order had received already. */
  readonly extra: boolean;
  /** The line that goes back, that bounced, or that is taken off. */
  readonly ofId: string | null;
  /** The unassigned line from which this money came to the order; null where it came in for it. */
  readonly fromId: string | null;
  readonly amount: Amount;
  readonly rail: Rail;
  /** For reading: a bank's reference as the bank writes it, a hash in the way of its network. */
  readonly reference: string | null;
  readonly party: Party;
  /** By the evidence: the bank line, the block. */
  readonly movedAt: Date;
  /** The bank told no time: `movedAt` is the end of the day. */
  readonly dayOnly: boolean;
  readonly recordedAt: Date;
  readonly proposalId: string | null;
};

/** A line as the database hands it over inside its order: sums and moments are text. */
export type MovementRow = Party &
  Omit<Movement, 'amount' | 'party' | 'movedAt' | 'recordedAt'> & {
    asset: string;
    amount: string;
    referenceKey: string | null;
    movedAt: string;
    recordedAt: string;
  };

export function readMovement(row: MovementRow): Movement {
  const { bank, account, holder, address, tag, asset, referenceKey, ...line } = row;
  return {
    ...line,
    amount: readAmount(asset, row.amount),
    reference: isNetwork(row.rail) ? (referenceKey ?? row.reference) : row.reference,
    party: { bank, account, holder, address, tag },
    movedAt: new Date(row.movedAt),
    recordedAt: new Date(row.recordedAt),
  };
}

/** Enough of an account or address to recognise it, too little to copy it from here (poisoned histories). */
export function ends(text: string): string {
  if (text.length > 16) return `${text.slice(0, 6)} … ${text.slice(-5)}`;
  return text.length > 4 ? `… ${text.slice(-4)}` : text;
}

/** Where it went or came from, for the customer: `Demo Bank, … 4321`. */
const partyWords = ({ bank, account, address }: Party): string | null =>
  address ? ends(address) : account ? [bank, ends(account)].filter(Boolean).join(', ') : null;

/** What a movement is called wherever its customer or staff read of it. */
export type MovedKind = 'in' | 'extra' | 'out' | 'back' | 'bounced' | 'off';

export const movedWords: Readonly<Record<MovedKind, string>> = {
  in: 'Received',
  extra: 'Received on top',
  out: 'Sent to you',
  back: 'Sent back',
  bounced: 'Came back to us',
  off: 'Taken off again: it was not for this order',
};

/** What the reference of a line is called, by what it moved over. */
export const referenceWords = (rail: Rail): string =>
  isNetwork(rail) ? 'Transaction hash' : rail === 'bank' ? 'Bank reference' : 'Card reference';

/** What came in less what went back, which is true of an order at any moment. */
export const keptWords = 'Received and not sent back';

/** A movement as its customer may read it: the other side so far that they recognise it. */
export type MovedLine = Pick<Movement, 'amount' | 'rail' | 'reference' | 'movedAt' | 'dayOnly'> & {
  readonly kind: MovedKind;
  readonly party: string | null;
};

export const movedLine = ({
  direction,
  extra,
  amount,
  rail,
  reference,
  movedAt,
  dayOnly,
  party,
}: Movement): MovedLine => ({
  kind: extra ? 'extra' : direction,
  ...{ amount, rail, reference, movedAt, dayOnly },
  party: partyWords(party),
});

/** All of an order's. Of what was not for it its customer reads that it was noted and taken off, not whose it is. */
export function movedLines(movements: readonly Movement[]): MovedLine[] {
  const off = new Set(movements.filter(({ direction }) => direction === 'off').map(({ ofId }) => ofId));
  const quiet = { reference: null, party: null };
  return movements.map((line) => {
    const told = movedLine(line);
    if (line.direction === 'off') return { ...told, ...quiet, movedAt: line.recordedAt, dayOnly: false };
    return off.has(line.id) ? { ...told, ...quiet } : told;
  });
}

/** The day, and the time where the evidence tells it. */
export const movedWhen = ({ movedAt, dayOnly }: Pick<Movement, 'movedAt' | 'dayOnly'>): string =>
  dayOnly ? dayText(movedAt, { year: true }) : momentText(movedAt, { year: true });

/** When, with whom and under what, in a line. */
export function movedDetails({ kind, party, reference, ...when }: MovedLine): string {
  const side = party && `${kind === 'out' || kind === 'back' ? 'to' : 'from'} ${party}`;
  return [movedWhen(when), side, reference && `under ${reference}`].filter(Boolean).join(', ');
}

import { momentText } from '../../ui/format.ts';
import { type Amount, alike, amountWords, unitsOf } from '../movements/amount.ts';
import { keptWords, type Movement, movedDetails, movedLines, movedWords } from '../movements/movement.ts';
import { standing, sumOf } from '../movements/standing.ts';

/**
 * What a receipt says, whatever it is of: both parties and four parts. The screen and the PDF draw the same lines. Risk
 * and screening stay out of it: a receipt is handed on (decision A7).
 */
export type ReceiptLine = {
  readonly label: string;
  readonly value: string;
  /** `sum` stands under a thick rule, `code` is set letter by letter. */
  readonly look?: 'sum' | 'code';
};
export type ReceiptPart = { readonly title: string; readonly lines: readonly ReceiptLine[] };

/** What is shown at a door: its facts, and its code, which is drawn as a QR code too. */
export type Ticket = { readonly part: ReceiptPart; readonly code: string };

export type Receipt = {
  readonly reference: string;
  readonly heading: string;
  /** When this receipt was drawn up, and so which state it shows. */
  readonly issued: string;
  readonly parties: readonly ReceiptPart[];
  /** The bargain, the way of coins and money, how far it is, and what moved. */
  readonly parts: readonly [ReceiptPart, ReceiptPart, ReceiptPart, ReceiptPart];
  readonly ticket?: Ticket | null;
  readonly notes: readonly string[];
};

/** The two people of the bargain. */
export type ReceiptParties = {
  readonly customer: { readonly name: string; readonly email: string };
  readonly company: { readonly name: string; readonly supportEmail: string; readonly phone: string };
};

export const line = (label: string, value: string, look?: ReceiptLine['look']): ReceiptLine =>
  look ? { label, value, look } : { label, value };

/** Leaves out what does not apply. */
export const present = (...lines: (ReceiptLine | null | false | '')[]): ReceiptLine[] =>
  lines.filter((entry): entry is ReceiptLine => Boolean(entry));

export const maybe = (
  label: string,
  value: string | null | undefined,
  look?: ReceiptLine['look'],
): ReceiptLine | null => (value ? line(label, value, look) : null);

export const timeOf = (label: string, moment: Date | null): ReceiptLine | null =>
  moment && line(label, momentText(moment, { year: true }));

export const partiesOf = ({ customer, company }: ReceiptParties): ReceiptPart[] => [
  { title: 'Customer', lines: [line('Name', customer.name), line('E-mail', customer.email)] },
  {
    title: 'Company',
    lines: [line('Name', company.name), line('E-mail', company.supportEmail), line('Phone', company.phone)],
  },
];

type Balance = { readonly asked: Amount; readonly arrived: Amount; readonly kept: Amount };

/**
 * Every line of what came in, left and went back, and what is kept of it (decision E6); empty while nothing moved.
 * `told`: a reference that stands on the receipt already.
 */
export function movedPart(
  { asked, arrived, kept }: Balance,
  movements: readonly Movement[],
  told: string | null = null,
): ReceiptPart {
  const lines = movedLines(movements).map((one) => (one.reference === told ? { ...one, reference: null } : one));
  return {
    title: 'What moved',
    lines: present(
      line('Asked for', amountWords(asked)),
      lines.length === 0 && line('Received', 'Nothing'),
      ...lines.map((one) => line(movedWords[one.kind], `${amountWords(one.amount)}, ${movedDetails(one)}`)),
      unitsOf(arrived) > 0n && line(keptWords, amountWords(kept), 'sum'),
    ),
  };
}

/** What came in for good, what of it went back and stayed away, and what is kept. */
export function balanceOfLines(asked: Amount, movements: readonly Movement[]) {
  const [arrived, returned] = [sumOf(asked, standing(movements, 'in')), sumOf(asked, standing(movements, 'back'))];
  return { asked, arrived, returned, kept: alike(asked, unitsOf(arrived) - unitsOf(returned)) };
}

export const receiptNotes = { times: 'Times are those of Jamaica (UTC-5).' } as const;

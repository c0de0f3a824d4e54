import { formatDateTime } from '../../ui/format.ts';
import { activeMovements, sumMovements } from '../ledger/active-movements.ts';
import { type Amount, formatAmount, minorUnitsOf, replaceUnits } from '../ledger/amount.ts';
import {
  formatMovementDetails,
  keptLabel,
  type Movement,
  movementLabels,
  toCustomerMovements,
} from '../ledger/movement.ts';

/** Line of a receipt, on screen and in the PDF. Receipts contain no risk or screening data (decision A7). */
export type ReceiptLine = {
  readonly label: string;
  readonly value: string;
  /** `sum` draws a thick line above, `code` uses a monospaced font. */
  readonly look?: 'sum' | 'code';
};
export type ReceiptPart = { readonly title: string; readonly lines: readonly ReceiptLine[] };

export type Ticket = { readonly part: ReceiptPart; readonly code: string };

export type Receipt = {
  /** Title of the document. `Receipt` by default. */
  readonly kind?: 'Year statement';
  readonly reference: string;
  readonly heading: string;
  readonly issued: string;
  readonly parties: readonly ReceiptPart[];
  /** Price, method, status and payments. */
  readonly parts: readonly [ReceiptPart, ReceiptPart, ReceiptPart, ReceiptPart];
  readonly ticket?: Ticket | null;
  readonly notes: readonly string[];
};

export type ReceiptParties = {
  readonly customer: { readonly name: string; readonly email: string };
  readonly company: { readonly name: string; readonly supportEmail: string; readonly phone: string };
};

export const createLine = (label: string, value: string, look?: ReceiptLine['look']): ReceiptLine =>
  look ? { label, value, look } : { label, value };

export const omitEmpty = (...lines: (ReceiptLine | null | false | '')[]): ReceiptLine[] =>
  lines.filter((entry): entry is ReceiptLine => Boolean(entry));

export const createOptionalLine = (
  label: string,
  value: string | null | undefined,
  look?: ReceiptLine['look'],
): ReceiptLine | null => (value ? createLine(label, value, look) : null);

export const createTimeLine = (label: string, moment: Date | null): ReceiptLine | null =>
  moment && createLine(label, formatDateTime(moment, { year: true }));

export const buildParties = ({ customer, company }: ReceiptParties): ReceiptPart[] => [
  { title: 'Customer', lines: [createLine('Name', customer.name), createLine('Email', customer.email)] },
  {
    title: 'Company',
    lines: [
      createLine('Name', company.name),
      createLine('Email', company.supportEmail),
      createLine('Phone', company.phone),
    ],
  },
];

type Balance = { readonly asked: Amount; readonly arrived: Amount; readonly kept: Amount };

/** Omits `shownReference`, which another part of the receipt shows (decision E6). */
export function buildPaymentsPart(
  { asked, arrived, kept }: Balance,
  movements: readonly Movement[],
  shownReference: string | null = null,
): ReceiptPart {
  const lines = toCustomerMovements(movements).map((movement) =>
    movement.reference === shownReference ? { ...movement, reference: null } : movement,
  );
  return {
    title: 'Payments',
    lines: omitEmpty(
      createLine('Amount due', formatAmount(asked)),
      lines.length === 0 && createLine('Received', 'Nothing'),
      ...lines.map((movement) =>
        createLine(
          movementLabels[movement.kind],
          `${formatAmount(movement.amount)}, ${formatMovementDetails(movement)}`,
        ),
      ),
      minorUnitsOf(arrived) > 0n && createLine(keptLabel, formatAmount(kept), 'sum'),
    ),
  };
}

export function calculateBalance(due: Amount, movements: readonly Movement[]) {
  const [arrived, returned] = [
    sumMovements(due, activeMovements(movements, 'in')),
    sumMovements(due, activeMovements(movements, 'back')),
  ];
  return { asked: due, arrived, returned, kept: replaceUnits(due, minorUnitsOf(arrived) - minorUnitsOf(returned)) };
}

export const receiptNotes = { times: 'All times are Jamaica time (UTC-5).' } as const;

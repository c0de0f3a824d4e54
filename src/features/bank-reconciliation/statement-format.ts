import type { Day } from '../../kernel/calendar.ts';
import type { Separator } from '../../kernel/csv.ts';
import type { Currency } from '../../kernel/money.ts';
import type { DateOrder, DecimalSign } from './parse-cells.ts';
import type { ColumnName } from './statement-terms.ts';

/** `columns` holds headings or numbers (`#1` is the first). Money is in one amount column, or in credit and debit. */
export type StatementFormat = {
  readonly separator: Separator;
  readonly decimal: DecimalSign;
  readonly day: DateOrder;
  readonly columns: Readonly<Record<ColumnName, string>>;
  /** Signs of a single amount column, chosen by staff. If absent, signs or a running balance must prove money in. */
  readonly amounts?: AmountSigns | undefined;
};

/**
 * `signed`: minus is money out. `incoming`: the file holds only incoming money. `converted`: made from a CAMT or OFX
 * file, whose direction, currency and status are known.
 */
export const amountSigns = ['detected', 'signed', 'incoming', 'converted'] as const;
export type AmountSigns = (typeof amountSigns)[number];

export type ReadContext = { readonly currency: Currency; readonly today: Day };

export const fileKindLabels: Readonly<Record<'camt' | 'ofx', string>> = { camt: 'CAMT.053', ofx: 'OFX' };
export const formatDayHeading = (kind: 'camt' | 'ofx'): string => `Day (${fileKindLabels[kind]})`;

/** True for a converted file: its format has a heading that no bank uses. */
export const isConverted = ({ amounts, columns }: StatementFormat): boolean =>
  amounts === 'converted' && [formatDayHeading('camt'), formatDayHeading('ofx')].includes(columns.day);

export type StatementFault =
  | 'too_long'
  | 'too_many_lines'
  | 'no_heading'
  | 'no_columns'
  | 'two_amounts'
  | 'heading_twice'
  | 'direction_unassigned'
  | 'direction_letters'
  | 'direction_unknown'
  | 'text_row'
  | 'heading_repeated'
  | 'several_accounts'
  | 'currency_unassigned'
  | 'status_unassigned'
  | 'money_unassigned'
  | 'zone_unassigned'
  | 'currency_of_heading'
  | 'currency_of_file'
  | 'day_in_future';

export type Unreadable = { readonly ok: false; readonly fault: StatementFault; readonly name: string };

export const toUnreadable = (fault: StatementFault, name = ''): Unreadable => ({ ok: false, fault, name });

/** In characters. Staff upload longer statements in parts. */
export const maxStatementLength = 100_000;
export const maxLines = 1_000;
/** Allows rows above the headings, and one line more than `maxLines` to detect an excess. */
export const maxRecords = maxLines + 500;

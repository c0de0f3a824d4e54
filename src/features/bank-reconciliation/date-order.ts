import type { Day } from '../../kernel/calendar.ts';
import { parseFirstRecords } from '../../kernel/csv.ts';
import { type DateOrder, dateOrders, parseDay } from './parse-cells.ts';
import { maxRecords, maxStatementLength, type ReadContext, type StatementFormat } from './statement-format.ts';
import { getZone, parseLayout } from './statement-layout.ts';

export type DateReading = {
  readonly form: DateOrder;
  readonly examples: readonly { readonly written: string; readonly day: Day }[];
  readonly isFuture: boolean;
};

const maxShown = 3;

/** Returns the date orders that parse the most cells, one per distinct result. Several results mean ambiguous dates. */
export function getDateReadings(cells: readonly string[], today: Day, zone = ''): DateReading[] {
  const all = dateOrders.map((form) => ({ form, days: cells.map((cell) => parseDay(cell, form, zone)) }));
  const counts = all.map(({ days }) => days.filter((day) => day !== null).length);
  const most = Math.max(...counts);
  const candidates = all.filter((_, at) => most > 0 && counts[at] === most);
  const distinct = candidates.filter(
    ({ days }, at) => candidates.findIndex((one) => `${one.days}` === `${days}`) === at,
  );
  return distinct.map(({ form, days }) => {
    const examples = cells.flatMap((written, at) => {
      const day = days[at] ?? null;
      const isDistinguishing = distinct.every((one) => one.form === form || one.days[at] !== day);
      return day !== null && isDistinguishing ? [{ written, day }] : [];
    });
    const isFuture = days.some((day) => day !== null && day > today);
    return { form, examples: examples.slice(0, maxShown), isFuture };
  });
}

export function getStatementDateReadings(text: string, format: StatementFormat, { today }: ReadContext): DateReading[] {
  const layout = parseLayout(
    parseFirstRecords(text.slice(0, maxStatementLength), format.separator, maxRecords),
    format,
  );
  if (!layout.ok) return [];
  const place = layout.indexes.day ?? -1;
  return getDateReadings(
    layout.rows.map(({ cells }) => cells[place] ?? ''),
    today,
    getZone(layout),
  );
}

import type pg from 'pg';
import { type Compared, isAsTold, type OrderBook } from './order-book.ts';
import type { Report } from './report.ts';

/** Holds what the database tells against what customers were told, and says so. */
export async function verdict(report: Report, book: OrderBook, owner: pg.Client | pg.Pool): Promise<Compared> {
  const found = await book.compare(owner);
  report.say(`answers by status: ${JSON.stringify(book.answers)}; refusals: ${JSON.stringify(book.refusals)}`);
  report.say(`${found.asked} orders asked for, ${found.sentAgain} of them sent more than once`);
  report.bar(found.lost === 0, `acknowledged orders lost, of ${found.acknowledged}`, found.lost);
  report.bar(found.doubled === 0, 'orders doubled', found.doubled);
  report.bar(isAsTold(found), 'the database holds exactly what customers were told', JSON.stringify(found));
  const unknown = Object.keys(book.answers).filter((kind) => !/^(200|4\d\d|503|none)$/.test(kind));
  report.bar(unknown.length === 0, 'answers that were neither done, refused nor "later"', unknown.join(', ') || 'none');
  return found;
}

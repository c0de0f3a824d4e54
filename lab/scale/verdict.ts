import type pg from 'pg';
import { type Compared, matchesAnswers, type OrderBook } from './order-book.ts';
import type { Report } from './report.ts';

/** Compares the database with the responses that customers received, and reports the result. */
export async function reportComparison(report: Report, book: OrderBook, owner: pg.Client | pg.Pool): Promise<Compared> {
  const found = await book.compare(owner);
  report.print(`answers by status: ${JSON.stringify(book.answers)}; refusals: ${JSON.stringify(book.refusals)}`);
  report.print(`${found.requested} orders requested, ${found.retried} of them more than once`);
  report.check(found.lost === 0, `acknowledged orders lost, of ${found.acknowledged}`, found.lost);
  report.check(found.doubled === 0, 'orders doubled', found.doubled);
  report.check(matchesAnswers(found), 'the database equals the answers that customers received', JSON.stringify(found));
  const unknown = Object.keys(book.answers).filter((kind) => !/^(200|4\d\d|503|none)$/.test(kind));
  report.check(
    unknown.length === 0,
    'answers that were neither done, refused nor "later"',
    unknown.join(', ') || 'none',
  );
  return found;
}

import { jamaicaDay } from '../../kernel/calendar.ts';
import { paginate } from '../../kernel/pagination.ts';
import { isSamePerson } from '../../platform/database/database.ts';
import { customerExists } from './alert-store.ts';
import { getReviewLimit, type RiskLevel, reviewMonths } from './alerts.ts';
import { refusalCodes, refuse } from './messages.ts';
import { auditChange, complianceProcedure, toSubject } from './procedures.ts';
import { addReview, type CustomerRow, findCustomers } from './review-store.ts';
import { ListCustomers, ReviewCustomer } from './schema.ts';
import type { CustomerLine } from './views.ts';

export const isPossibleReviewDay = (day: string, level: RiskLevel, today: string): boolean =>
  day > today && day <= getReviewLimit(level, today);

type ReviewStatus = {
  readonly level: RiskLevel;
  readonly pep: boolean;
  /** YYYY-MM-DD; null before the first review. */
  readonly nextReviewOn: string | null;
};

/** True if the review day has come, or a risky customer was never reviewed. */
export function isReviewDue({ level, pep, nextReviewOn }: ReviewStatus, today: string): boolean {
  if (nextReviewOn !== null) return nextReviewOn <= today;
  return pep || level === 'high' || level === 'critical';
}

const pageSize = 50;

function toCustomerLine({ id, name, email, reviewed_by, rank, ...known }: CustomerRow, today: string): CustomerLine {
  return { customer: { id, name, email }, ...known, reviewDue: isReviewDue(known, today) };
}

export const listCustomers = complianceProcedure()
  .input(ListCustomers)
  .handler(async function listCustomers({ context: { services, tx }, input }) {
    const now = services.clock();
    const today = jamaicaDay(now);
    const rows = await findCustomers(tx, { ...input, today, limit: pageSize + 1 });
    const { page, next } = paginate(rows, pageSize, ({ rank, id }) => ({ rank, id }));
    return { lines: page.map((row) => toCustomerLine(row, today)), next, now };
  });

export const reviewCustomer = complianceProcedure()
  .errors(refusalCodes('compliance.review_day_not_possible'))
  .input(ReviewCustomer)
  .handler(async function reviewCustomer({ context, input }) {
    const { tx, person, services } = context;
    const at = services.clock();
    const { userId, riskLevel, nextReviewOn } = input;
    if (isSamePerson(person, userId)) refuse('approvals.own_matter', {});
    if (!(await customerExists(tx, userId))) refuse('compliance.customer_not_found', {});
    if (!isPossibleReviewDay(nextReviewOn, riskLevel, jamaicaDay(at)))
      refuse('compliance.review_day_not_possible', { months: String(reviewMonths[riskLevel]) });
    const reviewId = await addReview(tx, { ...input, by: person.id, at });
    const subject = toSubject('customer', userId, userId);
    const after = { riskLevel, nextReviewOn };
    await auditChange(context, { ...subject, action: 'compliance.customer_reviewed', after });
    return { reviewId };
  });

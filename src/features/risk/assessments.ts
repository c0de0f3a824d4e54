import { paginate } from '../../kernel/pagination.ts';
import { staff } from '../../platform/http/procedure.ts';
import { findAssessments } from './assessment-store.ts';
import { refusalCodes, refuse } from './messages.ts';
import { riskPermissions } from './permissions.ts';
import { ListAssessments } from './schema.ts';
import type { Assessments } from './views.ts';

const pageSize = 50;

/** Lists assessments of an order or a customer with their inputs, newest first. Excludes the user's own. */
export const listAssessments = staff(riskPermissions.work)
  .errors(refusalCodes('risk.not_found'))
  .input(ListAssessments)
  .handler(async function listAssessments({ context: { tx }, input }): Promise<Assessments> {
    if ((input.orderId === null) === (input.userId === null)) return refuse('risk.not_found', {});
    const lines = await findAssessments(tx, { ...input, limit: pageSize + 1 });
    const { page, next } = paginate(lines, pageSize, ({ id }) => id);
    return { assessments: page, next };
  });

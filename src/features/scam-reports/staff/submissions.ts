import { paginate } from '../../../kernel/pagination.ts';
import { roleAllows } from '../../../kernel/permissions.ts';
import { staff } from '../../../platform/http/procedure.ts';
import { scamPermissions } from '../permissions.ts';
import { SubmissionPage } from './schema.ts';
import { findSubmissions } from './submission-store.ts';

const pageSize = 50;

/** Lists all submissions with their case [001 §2 Scam Detector page, decision F10]. Excludes the reviewer's own. */
export const submissions = staff(scamPermissions.read)
  .input(SubmissionPage)
  .handler(async function submissions({ context: { tx, person }, input }) {
    const withReporter = roleAllows(scamPermissions.seeReporter, person.roles);
    const found = await findSubmissions(tx, { ...input, withReporter, limit: pageSize + 1 });
    const { page, next } = paginate(found, pageSize, ({ createdAt, id }) => ({ at: createdAt, id }));
    return { lines: page, next };
  });

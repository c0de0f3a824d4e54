import { paginate } from '../../../kernel/pagination.ts';
import { RefusalError } from '../../../kernel/refusal.ts';
import { audit } from '../../../platform/audit.ts';
import { type Db, publishTopic, withSystem, withUser } from '../../../platform/database/database.ts';
import { getConnectionKey } from '../../../platform/http/client-network.ts';
import { type Context, publicProcedure } from '../../../platform/http/procedure.ts';
import { credentialsOf } from '../../../platform/http/session.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { getLimitKeys, isWithinLimit, isWithinLimits, revertAttempt } from '../../../platform/limits/rate-limit.ts';
import { refusalCodes, refuse } from '../messages.ts';
import { AppealWarning, OneWarning, WarningPage } from './public-schema.ts';
import { insertAppeal, publishedWarning, publishedWarnings } from './published-store.ts';

const pageSize = 20;

export const warnings = publicProcedure.input(WarningPage).handler(async function warnings({
  context: { services, request },
  input,
}) {
  checkRateLimit(services, 'search', getConnectionKey(request.ip));
  const read = await publishedWarnings(services.db, { ...input, limit: pageSize + 1 });
  const { page: lines, next } = paginate(read, pageSize, ({ publishedAt: at, id }) => ({ at, id }));
  return { lines, next };
});

export const warning = publicProcedure
  .errors(refusalCodes('scam_reports.no_warning'))
  .input(OneWarning)
  .handler(async function warning({ context: { services, request }, input: { slug } }) {
    checkRateLimit(services, 'search', getConnectionKey(request.ip));
    return (await publishedWarning(services.db, slug)) ?? refuse('scam_reports.no_warning', {});
  });

/** Daily limits per user or connection. The network limit is higher, because customers share a carrier's addresses. */
const dailyAppealLimit = { tries: 3, network: 30, seconds: 86_400 };

const anonymousKeys = (ip: string, slug: string): string[] => [
  `scam-appeal:warning:${slug}:${getConnectionKey(ip)}`,
  ...getLimitKeys('scam-appeal', ip),
];

/** Counts the appeal in the user's transaction, which saves a second connection. */
async function submitAs(context: Context, tx: Db, { by, input }: { by: string; input: AppealWarning }) {
  const allowed = { ...dailyAppealLimit, now: context.services.clock() };
  if (!(await isWithinLimit(tx, `scam-appeal:${by}`, allowed))) refuse('scam_reports.too_many_appeals', {});
  return insertOrRefuse(context, tx, { by, input });
}

async function insertOrRefuse(
  { services, request }: Context,
  tx: Db,
  { by, input }: { by: string | null; input: AppealWarning },
) {
  const id = await insertAppeal(tx, { ...input, now: services.clock() });
  if (id === null) {
    const isPublished = (await publishedWarning(tx, input.slug))?.withdrawnAt === null;
    return refuse(isPublished ? 'scam_reports.appeals_wait' : 'scam_reports.no_warning', {});
  }
  await audit(tx, {
    actorId: by,
    actorRole: by === null ? 'visitor' : 'customer',
    action: 'scams.appealed',
    subjectType: 'scam_appeal',
    subjectId: id,
    after: { slug: input.slug },
    requestId: request.id,
  });
  publishTopic(tx, 'desk');
}

/** Accepts an appeal against a warning, with or without an account. Staff answer by email. */
export const appeal = publicProcedure
  .errors(refusalCodes('scam_reports.no_warning', 'scam_reports.too_many_appeals', 'scam_reports.appeals_wait'))
  .input(AppealWarning)
  .handler(async function appeal({ context, input }) {
    const { services, request } = context;
    checkRateLimit(services, 'search', getConnectionKey(request.ip));
    const credentials = credentialsOf(request, services.config);
    const submitted = await withUser(services.pool, credentials, (tx, { id }) =>
      submitAs(context, tx, { by: id, input }),
    );
    if (submitted) return { done: true as const };
    const allowed = { ...dailyAppealLimit, now: services.clock() };
    const keys = anonymousKeys(request.ip, input.slug);
    if (!(await isWithinLimits(services.db, keys, allowed))) refuse('scam_reports.too_many_appeals', {});
    try {
      await withSystem(services.pool, (tx) => insertOrRefuse(context, tx, { by: null, input }));
    } catch (error) {
      // A refused appeal does not count: requests for unknown slugs must not use up the connection's limit.
      if (error instanceof RefusalError) for (const key of keys) await revertAttempt(services.db, key);
      throw error;
    }
    return { done: true as const };
  });

import { paginate } from '../../../kernel/pagination.ts';
import { getConnectionKey } from '../../../platform/http/client-network.ts';
import { publicProcedure } from '../../../platform/http/procedure.ts';
import { checkRateLimit } from '../../../platform/limits/memory-rate-limit.ts';
import { refusalCodes, refuse } from '../messages.ts';
import { OneWarning, WarningPage } from './public-schema.ts';
import { publishedWarning, publishedWarnings } from './published-store.ts';

const pageSize = 20;

export const warnings = publicProcedure.input(WarningPage).handler(async function warnings({
  context: { services, request },
  input,
}) {
  checkRateLimit(services, 'look', getConnectionKey(request.ip));
  const read = await publishedWarnings(services.db, { ...input, limit: pageSize + 1 });
  const { page: lines, next } = paginate(read, pageSize, ({ publishedAt: at, id }) => ({ at, id }));
  return { lines, next };
});

export const warning = publicProcedure
  .errors(refusalCodes('scam_reports.no_warning'))
  .input(OneWarning)
  .handler(async function warning({ context: { services, request }, input: { slug } }) {
    checkRateLimit(services, 'look', getConnectionKey(request.ip));
    return (await publishedWarning(services.db, slug)) ?? refuse('scam_reports.no_warning', {});
  });

import { pageOf } from '../../../kernel/page.ts';
import { connectionOf } from '../../../platform/connection.ts';
import { keepPace } from '../../../platform/pace.ts';
import { open } from '../../../platform/procedure.ts';
import { mayRefuse, refuse } from '../messages.ts';
import { OneWarning, WarningPage } from './public-schema.ts';
import { publishedWarning, publishedWarnings } from './published-store.ts';

const pageSize = 20;

/** Published warnings, for everybody, the newest first. */
export const warnings = open.input(WarningPage).handler(async ({ context: { services, request }, input }) => {
  keepPace(services, 'look', connectionOf(request.ip));
  const read = await publishedWarnings(services.db, { ...input, limit: pageSize + 1 });
  const { page: lines, next } = pageOf(read, pageSize, ({ publishedAt: at, id }) => ({ at, id }));
  return { lines, next };
});

/** One warning by its address, for everybody. */
export const warning = open
  .errors(mayRefuse('scam_reports.no_warning'))
  .input(OneWarning)
  .handler(async ({ context: { services, request }, input: { slug } }) => {
    keepPace(services, 'look', connectionOf(request.ip));
    return (await publishedWarning(services.db, slug)) ?? refuse('scam_reports.no_warning', {});
  });

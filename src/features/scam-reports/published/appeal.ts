import { audit } from '../../../platform/audit.ts';
import { connectionOf } from '../../../platform/connection.ts';
import { announce, asPerson, asSystem, type Db } from '../../../platform/database.ts';
import { keepPace } from '../../../platform/pace.ts';
import { type Context, open } from '../../../platform/procedure.ts';
import { limitKeysAt, withinLimits } from '../../../platform/rate-limit.ts';
import { comerOf } from '../../../platform/session.ts';
import { mayRefuse, refuse } from '../messages.ts';
import { insertAppeal } from './appeal-store.ts';
import { AppealWarning } from './public-schema.ts';
import { publishedWarning } from './published-store.ts';

/** From one connection in a day, whoever signs in there. */
const appealsOfDay = { tries: 3, seconds: 86_400 };

async function hand(
  { services, request }: Context,
  tx: Db,
  { by, input }: { by: string | null; input: AppealWarning },
) {
  const id = await insertAppeal(tx, { ...input, now: services.clock() });
  if (id === null) {
    const stands = (await publishedWarning(tx, input.slug))?.withdrawnAt === null;
    return refuse(stands ? 'scam_reports.appeals_wait' : 'scam_reports.no_warning', {});
  }
  await audit(tx, {
    ...{ actorId: by, actorRole: by === null ? 'visitor' : 'customer', action: 'scams.appealed' },
    ...{ subjectType: 'scam_appeal', subjectId: id, after: { slug: input.slug } },
    requestId: request.id,
  });
  announce(tx, 'desk');
}

/**
 * Whoever is named in a warning says why it is wrong, with or without an account. It says nothing of who reported, nor
 * of other appeals; the answer comes by mail.
 */
export const appeal = open
  .errors(mayRefuse('scam_reports.no_warning', 'scam_reports.too_many_appeals', 'scam_reports.appeals_wait'))
  .input(AppealWarning)
  .handler(async ({ context, input }) => {
    const { services, request } = context;
    keepPace(services, 'look', connectionOf(request.ip));
    const allowed = { ...appealsOfDay, now: services.clock() };
    if (!(await withinLimits(services.db, limitKeysAt('scam-appeal', request.ip), allowed)))
      refuse('scam_reports.too_many_appeals', {});
    const comer = comerOf(request, services.config);
    const known = await asPerson(services.pool, comer, (tx, { id }) => hand(context, tx, { by: id, input }));
    if (!known) await asSystem(services.pool, (tx) => hand(context, tx, { by: null, input }));
    return { done: true as const };
  });

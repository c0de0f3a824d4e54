import { Refused } from '../../../kernel/refusal.ts';
import { audit } from '../../../platform/audit.ts';
import { connectionOf } from '../../../platform/connection.ts';
import { announce, asPerson, asSystem, type Db } from '../../../platform/database.ts';
import { keepPace } from '../../../platform/pace.ts';
import { type Context, open } from '../../../platform/procedure.ts';
import { limitKeysAt, takeBackTry, withinLimit, withinLimits } from '../../../platform/rate-limit.ts';
import { comerOf } from '../../../platform/session.ts';
import { mayRefuse, refuse } from '../messages.ts';
import { insertAppeal } from './appeal-store.ts';
import { AppealWarning } from './public-schema.ts';
import { publishedWarning } from './published-store.ts';

/**
 * In a day: of whoever is signed in by themselves, of strangers about one warning from one connection, and from there
 * about all of them. Thousands share one address of a carrier: who is hostile among them leaves the others all other
 * warnings, and whoever signs in is counted with nobody.
 */
const appealsOfDay = { tries: 3, network: 30, seconds: 86_400 };

const strangersKeys = (ip: string, slug: string): string[] => [
  `scam-appeal:warning:${slug}:${connectionOf(ip)}`,
  ...limitKeysAt('scam-appeal', ip),
];

/** As whoever is signed in: counted where their transaction is, so that it takes no second connection. */
async function handAs(context: Context, tx: Db, { by, input }: { by: string; input: AppealWarning }) {
  const allowed = { ...appealsOfDay, now: context.services.clock() };
  if (!(await withinLimit(tx, `scam-appeal:${by}`, allowed))) refuse('scam_reports.too_many_appeals', {});
  return hand(context, tx, { by, input });
}

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
    const comer = comerOf(request, services.config);
    const known = await asPerson(services.pool, comer, (tx, { id }) => handAs(context, tx, { by: id, input }));
    if (known) return { done: true as const };
    const allowed = { ...appealsOfDay, now: services.clock() };
    const keys = strangersKeys(request.ip, input.slug);
    if (!(await withinLimits(services.db, keys, allowed))) refuse('scam_reports.too_many_appeals', {});
    try {
      await asSystem(services.pool, (tx) => hand(context, tx, { by: null, input }));
    } catch (error) {
      // Nothing was handed in: who asks for warnings that there are not would shut out all others of their connection.
      if (error instanceof Refused) for (const key of keys) await takeBackTry(services.db, key);
      throw error;
    }
    return { done: true as const };
  });

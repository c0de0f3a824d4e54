import { jamaicaDay } from '../../kernel/calendar.ts';
import { whoseOf } from '../../platform/connection.ts';
import type { Db } from '../../platform/database.ts';
import { freshlyBriefly, oneAtATime } from '../../platform/procedure.ts';
import { sessionCookieName } from '../../platform/session.ts';
import { forgetPapers } from '../documents/remove-unused.ts';
import { forgetLocation } from '../location/kept-location.ts';
import { refuseLastAdmin } from '../roles/last-admin.ts';
import { accountActs } from './acts.ts';
import { closeAccountOf, moneyUnderWay } from './close-store.ts';
import type { Changing } from './factor-change.ts';
import { mayRefuse, refuse } from './messages.ts';
import { ownerLine } from './owner-line.ts';
import { judged } from './proof-in-session.ts';
import { CloseAccount } from './schema.ts';
import { credentialOf } from './session-store.ts';
import { tellOwner } from './tell-owner.ts';

/** Years for which identity and transaction records outlive the account (decision A12). */
const keptYears = 7;

/** The day (YYYY-MM-DD) seven years after another; 29 February becomes 1 March of a common year. */
export function keptUntil(day: string): string {
  const moment = new Date(`${Number(day.slice(0, 4)) + keptYears}${day.slice(4)}T00:00:00Z`);
  return moment.toISOString().slice(0, 10);
}

/**
 * Closes one's own account [000 §5 Delete account, §7 Authentication, decision A12]: every session ends, factors,
 * devices and drafts are forgotten, the address is free again, and what the law has us keep is kept for seven years.
 * Not while money or coins are under way.
 */
export const closeAccount = freshlyBriefly(accountActs.own)
  .use(oneAtATime)
  .errors(
    mayRefuse('accounts.closing_refused', 'accounts.money_under_way', 'accounts.too_many_codes', 'roles.last_admin'),
  )
  .input(CloseAccount)
  .handler(async ({ context, input }) => {
    const { services, person, request, reply, enter } = context;
    const { authDb, passwords, config } = services;
    const account = await credentialOf(authDb, person.email);
    const whose = whoseOf(request.ip, person.id);
    const fitting = () => passwords.fitting(account?.hash ?? null, input.password, whose);
    const proved = async () => (await fitting()) !== null && input.email === person.email;
    const right = await judged(context, 'password', proved);
    if (!right) refuse('accounts.closing_refused', {});
    await enter((tx, now) => {
      // A factor that came while the password was looked at is to be shown.
      if (now.factor !== person.factor) refuse('accounts.confirm_needed', {});
      return close(tx, context);
    });
    const secure = config.mode === 'production';
    reply.clearCookie(sessionCookieName(config.mode), { path: '/', httpOnly: true, secure, sameSite: 'lax' });
    reply.header('clear-site-data', '"storage"');
    return { closed: true };
  });

async function close(tx: Db, { services: { jobs, clock }, person, request }: Changing): Promise<void> {
  const now = clock();
  const reference = await moneyUnderWay(tx, person.id);
  if (reference) refuse('accounts.money_under_way', { reference });
  await refuseLastAdmin(tx, person.id);
  const until = keptUntil(jamaicaDay(now));
  await ownerLine(tx, { userId: person.id, requestId: request.id }, { action: 'accounts.closed', after: { until } });
  await tellOwner(tx, { jobs, now }, { email: person.email, about: 'closed' });
  await forgetLocation(tx, person.id, now);
  await forgetPapers(jobs, tx, person.id);
  await closeAccountOf(tx, person.id, { at: now, until });
}

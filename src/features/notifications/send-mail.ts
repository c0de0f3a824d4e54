import { randomUUID } from 'node:crypto';
import { after, minutes } from '../../kernel/clock.ts';
import { withSystem } from '../../platform/database/database.ts';
import { type Mailer, renderEmail } from '../../platform/email/mail.ts';
import type { Services } from '../../platform/http/procedure.ts';
import { getCurrentJobId } from '../../platform/jobs/jobs.ts';
import { toLoggable } from '../../platform/observability/log.ts';
import { backoffMs, deliverNotice, getSecurityFoot, isRetryOver } from './deliver.ts';
import { recordDeliveryProblem } from './delivery-problem-route.ts';
import { isKind, kinds } from './kinds.ts';
import { abandonMail, claimDueMails, type DueMail, markSent, rescheduleMail, wantsMarketing } from './store.ts';

type Dependencies = Pick<Services, 'config' | 'pool' | 'jobs' | 'clock' | 'log'>;

export type Outbox = {
  /** Creates the notice and queues or sends the mail of a job. */
  readonly mail: Mailer;
  /** Sends due mails until none is left and returns how many were sent. */
  readonly sendDue: () => Promise<number>;
  /** Stops claiming and waits for mails in progress. */
  readonly stop: () => Promise<void>;
};

/** Mail servers limit connections per sender. */
const concurrency = 10;
const batchSize = 100;
/** Longer than any SMTP conversation: after it, the process that claimed the mail must have died. */
const claimMs = minutes(10);

/** The mail server rejects the recipient permanently (RFC 5321, 4.2.3: 550, 551, 553). */
function isUnknownRecipient(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  return command === 'RCPT TO' && [550, 551, 553].includes(responseCode ?? 0);
}

function openSender({ pool, clock, log }: Dependencies, deliver: Mailer) {
  /** Mails sent but not yet recorded, as the database was unavailable. They are never sent again. */
  const sentAt = new Map<string, Date>();
  const recordSent = async (id: string) => {
    await withSystem(pool, (tx) => markSent(tx, id, sentAt.get(id) ?? clock()));
    sentAt.delete(id);
  };
  const recordFailed = ({ id, tries, dueSince }: DueMail) => {
    const now = clock();
    const isOver = isRetryOver({ tries, since: dueSince, now });
    return withSystem(pool, (tx) =>
      isOver ? abandonMail(tx, id, now) : rescheduleMail(tx, id, after(now, backoffMs(tries))),
    );
  };
  const recordBounce = ({ id, to }: DueMail) => {
    const now = clock();
    return withSystem(pool, async (tx) => {
      await abandonMail(tx, id, now);
      await recordDeliveryProblem(tx, { kind: 'bounce', address: to, eventId: `mail:${id}`, at: now, now });
    });
  };
  /** Consent may end while a mail waits for the morning or for the mail server. */
  const endIfConsentEnded = ({ id, person }: DueMail): Promise<boolean> =>
    withSystem(pool, async (tx) => {
      const hasEnded = person !== null && !(await wantsMarketing(tx, person));
      if (hasEnded) await abandonMail(tx, id, clock());
      return hasEnded;
    });
  const send = async (due: DueMail): Promise<boolean> => {
    const { id, to, body, kind } = due;
    const { letter, ...more } = body;
    if (!sentAt.has(id)) {
      if (isKind(kind) && kinds[kind] === 'marketing' && (await endIfConsentEnded(due))) return false;
      try {
        await deliver({ ...renderEmail(to, letter), ...more, id });
      } catch (error) {
        log.warn({ err: toLoggable(error) }, 'a mail could not be sent');
        await (isUnknownRecipient(error) ? recordBounce(due) : recordFailed(due));
        return false;
      }
      sentAt.set(id, clock());
    }
    await recordSent(id);
    return true;
  };
  const sendAll = async (waiting: DueMail[]): Promise<number> => {
    let sent = 0;
    for (let due = waiting.shift(); due; due = waiting.shift()) if (await send(due)) sent += 1;
    return sent;
  };
  return async (): Promise<{ claimed: number; sent: number }> => {
    for (const id of sentAt.keys()) await recordSent(id);
    const now = clock();
    const waiting = await withSystem(pool, (tx) =>
      claimDueMails(tx, { now, until: after(now, claimMs), limit: batchSize }),
    );
    const claimed = waiting.length;
    const sent = await Promise.all(Array.from({ length: concurrency }, () => sendAll(waiting)));
    return { claimed, sent: sent.reduce((sum, n) => sum + n, 0) };
  };
}

/**
 * A mail is claimed before it is sent, and recorded as sent before another process may claim it. If a process dies in
 * between, the mail leaves again under the same Message-ID, which mail programs recognise.
 */
export function openOutbox(dependencies: Dependencies, deliver: Mailer): Outbox {
  const { config, pool, jobs, clock, log } = dependencies;
  const sendBatch = openSender(dependencies, deliver);
  let stopped = false;
  let current: Promise<number> | null = null;
  let next: Promise<number> | null = null;
  const round = async (): Promise<number> => {
    for (let total = 0; ; ) {
      if (stopped) return total;
      const { claimed, sent } = await sendBatch();
      total += sent;
      if (claimed === 0) return total;
    }
  };
  const begin = (): Promise<number> => {
    next = null;
    current = round().finally(() => {
      current = null;
    });
    return current;
  };
  // A mail queued during a round may be too late for that round, so another round follows.
  const sendDue = (): Promise<number> => {
    if (!current) return begin();
    next ??= current.then(begin, begin);
    return next;
  };
  // The job `notices.send_due` retries failures every minute.
  const sendSoon = () => void sendDue().catch((error) => log.warn({ err: toLoggable(error) }, 'sending mail failed'));
  return {
    sendDue,
    mail: async (mail) => {
      const { about, secret } = mail;
      if (about === undefined) return deliver(mail);
      if (!isKind(about)) throw new Error(`unknown kind of notice: ${about}`);
      const key = getCurrentJobId() ?? randomUUID();
      await withSystem(pool, (tx) => deliverNotice(tx, mail, { kind: about, config, jobs, now: clock(), key }));
      if (secret)
        await deliver({ ...mail, ...renderEmail(mail.to, { ...mail.letter, foot: getSecurityFoot(config) }), id: key });
      else if (!stopped) sendSoon();
    },
    stop: async () => {
      stopped = true;
      await Promise.allSettled([current, next]);
    },
  };
}

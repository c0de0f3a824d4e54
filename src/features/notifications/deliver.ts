import { addDays, atHour, jamaicaDay, jamaicaHour } from '../../kernel/calendar.ts';
import { after, days, seconds } from '../../kernel/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Db, publishTopic } from '../../platform/database/database.ts';
import type { EmailContent, Mail } from '../../platform/email/mail.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { footCopy } from './email.ts';
import { isMandatory, kinds, type NoticeKind } from './kinds.ts';
import { findSubscriptionIds } from './push/push-store.ts';
import { type PushJob, pushJob } from './push/send-push.ts';
import { findRecipient, insertMail, insertNotice, type NoticeContent, type Recipient } from './store.ts';
import { formatUnsubscribeToken } from './unsubscribe.ts';

/** 9 pm to 8 am in Jamaica. */
const quietHours = { from: 21, until: 8 } as const;

export function skipQuietHours(now: Date): Date {
  const hour = jamaicaHour(now);
  const today = jamaicaDay(now);
  if (hour < quietHours.until) return atHour(today, quietHours.until);
  return hour >= quietHours.from ? atHour(addDays(today, 1), quietHours.until) : now;
}

const maxBackoffMs = seconds(3600);
/** Covers a mail server that is down for two nights. */
const retryPeriodMs = days(2);

/** 2, 4, 8 seconds and so on, up to an hour. */
export const backoffMs = (tries: number): number => Math.min(maxBackoffMs, seconds(2 ** Math.min(tries, 12)));

export const isRetryOver = ({ tries, since, now }: { tries: number; since: Date; now: Date }): boolean =>
  tries > 12 && now > after(since, retryPeriodMs);

type NoticeOptions = {
  readonly kind: NoticeKind;
  readonly now: Date;
  /** Idempotency key. Without it every call creates a notice. */
  readonly key?: string;
  readonly inDigest?: boolean;
};

/** Creates a notice on the person's page in the caller's transaction. Returns false if the key exists already. */
export async function createNotice(
  tx: Db,
  person: string,
  { kind, title, path, now, key, inDigest }: NoticeContent & NoticeOptions,
): Promise<boolean> {
  const isNew = await insertNotice(tx, {
    person,
    kind,
    now,
    key: key ?? null,
    inDigest: inDigest ?? false,
    content: { title: title.slice(0, 300), path },
  });
  if (isNew) publishTopic(tx, 'notices', person);
  return isNew;
}

export const settingsPath = '/notices/settings';

type Delivery = {
  readonly kind: NoticeKind;
  readonly config: Config;
  readonly jobs: Jobs;
  readonly now: Date;
  readonly key: string;
};

const createUnsubscribeToken = (config: Config, person: string, kind: NoticeKind): string | null =>
  isMandatory(kind) ? null : formatUnsubscribeToken(config, { person, kind });

const footReason = (kind: NoticeKind): string => {
  const { security, money, service, marketing } = footCopy;
  return { security, money, service, marketing }[kinds[kind]].text;
};

export const getFootCopy = (kind: NoticeKind): { readonly why: string; readonly button: string } => ({
  why: footReason(kind),
  button: (isMandatory(kind) ? footCopy.see : footCopy.stop).text,
});

/** Builds the mail footer. Optional kinds get an unsubscribe link that works without signing in. */
export function getFoot(
  kind: NoticeKind,
  { config, person }: { config: Config; person: string },
): NonNullable<EmailContent['foot']> {
  const token = createUnsubscribeToken(config, person, kind);
  return {
    why: footReason(kind),
    button: (token ? footCopy.stop : footCopy.see).text,
    url: `${config.origin}${token ? `/stop-mails#token=${token}` : settingsPath}`,
  };
}

export const getSecurityFoot = ({ origin }: Pick<Config, 'origin'>): NonNullable<EmailContent['foot']> => ({
  why: footCopy.security.text,
  button: footCopy.see.text,
  url: `${origin}${settingsPath}`,
});

/** One-click unsubscribe URL (RFC 8058); undefined for mandatory kinds. */
export function getUnsubscribeUrl(config: Config, person: string, kind: NoticeKind): string | undefined {
  const token = createUnsubscribeToken(config, person, kind);
  return token ? `${config.origin}/api/notices/stop?token=${token}` : undefined;
}

type ChannelSettings = Pick<Recipient, 'mail' | 'digest' | 'quiet' | 'consent'>;

export function chooseChannel(kind: NoticeKind, { mail, digest, quiet, consent }: ChannelSettings, now: Date) {
  if (isMandatory(kind)) return { channel: 'mail', sendAfter: now } as const;
  if (!mail || (kinds[kind] === 'marketing' && !consent)) return { channel: 'none' } as const;
  if (digest && kinds[kind] === 'service') return { channel: 'digest' } as const;
  return { channel: 'mail', sendAfter: quiet ? skipQuietHours(now) : now } as const;
}

/** Pushes follow the quiet hours, except for security and money. Marketing is never pushed. */
export const shouldPush = (kind: NoticeKind, { push, quiet }: Pick<Recipient, 'push' | 'quiet'>, now: Date): boolean =>
  isMandatory(kind) || (push && kinds[kind] === 'service' && !(quiet && skipQuietHours(now) > now));

async function enqueuePushes(tx: Db, person: string, jobs: Jobs): Promise<void> {
  for (const id of await findSubscriptionIds(tx, person))
    await jobs.enqueue(tx, pushJob, { id, lane: person } satisfies PushJob);
}

/** Returns the path of the mail's button. Links of security mails carry a token, so their notices open the profile. */
function getNoticePath(kind: NoticeKind, { letter }: Mail): string {
  if (kind === 'security') return '/profile';
  const { pathname, search, hash } = new URL(letter.url);
  return pathname + search + hash;
}

/**
 * Creates the notice and queues the mail in one transaction, once per key. A mail with a secret is not queued: the
 * caller sends it. Addresses without an open account get no notice, and marketing needs consent.
 */
export async function deliverNotice(tx: Db, mail: Mail, { kind, config, jobs, now, key }: Delivery): Promise<void> {
  const recipient = await findRecipient(tx, mail.to, kind);
  const { calendar, letter } = mail;
  const common = { kind, to: mail.to, now, key };
  if (!recipient) {
    if (!mail.secret)
      await insertMail(tx, {
        ...common,
        person: null,
        body: { letter, ...(calendar && { calendar }) },
        sendAfter: now,
      });
    return;
  }
  const { person } = recipient;
  if (kinds[kind] === 'marketing' && !recipient.consent) return;
  const chosen = chooseChannel(kind, recipient, now);
  const notice = {
    kind,
    title: mail.subject,
    path: getNoticePath(kind, mail),
    now,
    key,
    inDigest: chosen.channel === 'digest',
  };
  const isNew = await createNotice(tx, person, notice);
  if (isNew && shouldPush(kind, recipient, now)) await enqueuePushes(tx, person, jobs);
  if (!isNew || mail.secret || chosen.channel !== 'mail') return;
  const stop = getUnsubscribeUrl(config, person, kind);
  const body = {
    letter: { ...letter, foot: getFoot(kind, { config, person }) },
    ...(calendar && { calendar }),
    ...(stop && { stop }),
  };
  await insertMail(tx, { ...common, person, body, sendAfter: chosen.sendAfter });
}

import type { Config } from '../../platform/config.ts';
import type { Db } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Letter, Mail } from '../../platform/mail.ts';
import { isKind, type Kind, kinds, mustBeTold } from './kinds.ts';
import { footWords } from './letters.ts';
import { insertMail } from './mail-store.ts';
import { subscriptionsOf } from './push/push-store.ts';
import { type AboutBrowser, pushJob } from './push/send-push.ts';
import { stopToken } from './stop-link.ts';
import { tell } from './tell.ts';
import { afterQuiet } from './times.ts';
import { type Reader, readerAt } from './wish-store.ts';

export const settingsPath = '/notices/settings';

type Handing = {
  readonly kind: Kind;
  readonly config: Config;
  readonly jobs: Jobs;
  readonly now: Date;
  readonly key: string;
};

const wordFor = (config: Config, person: string, kind: Kind): string | null =>
  mustBeTold(kind) ? null : stopToken(config, { person, kind });

const whyOf = (kind: Kind): string => {
  const { security, money, service, marketing } = footWords;
  return { security, money, service, marketing }[kinds[kind]].text;
};

/** What stands below the letters of a room, which has the name of their kind; null where nothing does. */
export function footIn(room: string): { readonly why: string; readonly button: string } | null {
  if (room === 'notices') return { why: footWords.digest.text, button: footWords.see.text };
  if (!isKind(room)) return null;
  return { why: whyOf(room), button: (mustBeTold(room) ? footWords.see : footWords.stop).text };
}

/** Why one gets a mail of a kind, and where to change that: without signing in where it can be turned off. */
export function footOf(
  kind: Kind,
  { config, person }: { config: Config; person: string },
): NonNullable<Letter['foot']> {
  const word = wordFor(config, person, kind);
  return {
    why: whyOf(kind),
    button: (word ? footWords.stop : footWords.see).text,
    url: `${config.origin}${word ? `/stop-mails#token=${word}` : settingsPath}`,
  };
}

/** The same below a letter that holds a secret: those are about the security of an account. */
export const alwaysFoot = ({ origin }: Pick<Config, 'origin'>): NonNullable<Letter['foot']> => ({
  why: footWords.security.text,
  button: footWords.see.text,
  url: `${origin}${settingsPath}`,
});

/** Where a mail program ends mails of a kind to somebody; undefined where they must be told. */
export function stopOf(config: Config, person: string, kind: Kind): string | undefined {
  const word = wordFor(config, person, kind);
  return word ? `${config.origin}/api/notices/stop?token=${word}` : undefined;
}

type Wishes = Pick<Reader, 'mail' | 'digest' | 'quiet' | 'consent'>;

/** How a kind reaches somebody beside their page: at once, after the quiet hours, once a day, or not at all. */
export function wayOf(kind: Kind, { mail, digest, quiet, consent }: Wishes, now: Date) {
  if (mustBeTold(kind)) return { way: 'mail', goesAt: now } as const;
  if (!mail || (kinds[kind] === 'marketing' && !consent)) return { way: 'none' } as const;
  if (digest && kinds[kind] === 'service') return { way: 'digest' } as const;
  return { way: 'mail', goesAt: quiet ? afterQuiet(now) : now } as const;
}

/** Whether browsers are told at once: by night of security and money alone, as mails, and never of news and offers. */
export const isPushed = (kind: Kind, { push, quiet }: Pick<Reader, 'push' | 'quiet'>, now: Date): boolean =>
  mustBeTold(kind) || (push && kinds[kind] === 'service' && !(quiet && afterQuiet(now) > now));

async function tellBrowsers(tx: Db, person: string, jobs: Jobs): Promise<void> {
  for (const id of await subscriptionsOf(tx, person))
    await jobs.enqueue(tx, pushJob, { id, lane: person } satisfies AboutBrowser);
}

/** Where a letter leads, as a place of ours: what opens something in a mail opens nothing on a page. */
function pathOf(kind: Kind, { letter }: Mail): string {
  if (kind === 'security') return '/profile';
  const { pathname, search, hash } = new URL(letter.url);
  return pathname + search + hash;
}

/**
 * Tells the reader of a letter on their page and puts the mail on its way, both in one transaction and once for one
 * job. A letter that holds a secret is told, and goes out by its own job. Whoever has no open account has no page, and
 * nobody is told of news and offers anywhere who did not agree to it.
 */
export async function handOn(tx: Db, mail: Mail, { kind, config, jobs, now, key }: Handing): Promise<void> {
  const reader = await readerAt(tx, mail.to, kind);
  const { calendar, letter } = mail;
  const common = { kind, to: mail.to, now, key };
  if (!reader) {
    if (!mail.secret)
      await insertMail(tx, { ...common, person: null, body: { letter, ...(calendar && { calendar }) }, goesAt: now });
    return;
  }
  const { person } = reader;
  if (kinds[kind] === 'marketing' && !reader.consent) return;
  const chosen = wayOf(kind, reader, now);
  const facts = { kind, title: mail.subject, path: pathOf(kind, mail), now, key, inDigest: chosen.way === 'digest' };
  const isNew = await tell(tx, person, facts);
  if (isNew && isPushed(kind, reader, now)) await tellBrowsers(tx, person, jobs);
  if (!isNew || mail.secret || chosen.way !== 'mail') return;
  const stop = stopOf(config, person, kind);
  const body = {
    letter: { ...letter, foot: footOf(kind, { config, person }) },
    ...(calendar && { calendar }),
    ...(stop && { stop }),
  };
  await insertMail(tx, { ...common, person, body, goesAt: chosen.goesAt });
}

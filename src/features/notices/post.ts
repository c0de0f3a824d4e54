import { randomUUID } from 'node:crypto';
import { after, minutes } from '../../kernel/clock.ts';
import { asSystem } from '../../platform/database.ts';
import { jobUnderWay } from '../../platform/jobs.ts';
import { loggable } from '../../platform/log.ts';
import { dress, type Mailer } from '../../platform/mail.ts';
import type { Services } from '../../platform/procedure.ts';
import { alwaysFoot, handOn } from './hand-on.ts';
import { isKind, kinds } from './kinds.ts';
import { claimMails, type DueMail, giveUp, markSent, tryLater } from './mail-store.ts';
import { mailNow } from './say-own.ts';
import { isHopeless, pauseAfter } from './times.ts';
import { noteTrouble } from './trouble.ts';
import { wantsMarketing } from './wish-store.ts';

type Parts = Pick<Services, 'config' | 'pool' | 'jobs' | 'clock' | 'log'>;

/** The way of every letter out of the house. */
export type Post = {
  /** Takes a letter from a job that sends one: its reader is told, and the mail is on its way or sent. */
  readonly mail: Mailer;
  /** Sends what is due, until nothing is: how many left. */
  readonly sendDue: () => Promise<number>;
  /** Takes no more, and waits for what is being sent. */
  readonly stop: () => Promise<void>;
};

/** So many are sent side by side: a mail server takes few lines of one sender. */
const lanes = 10;
const atATime = 100;
/** Longer than the slowest talk with a mail server: whoever still holds a mail by then is dead. */
const claim = minutes(10);

/** The mail server knows no such reader (RFC 5321, 4.2.3: 550, 551, 553): to ask again changes nothing. */
function isRefusedForGood(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  return command === 'RCPT TO' && [550, 551, 553].includes(responseCode ?? 0);
}

/** Sends mails that were put on their way. */
function openSending({ pool, clock, log }: Parts, deliver: Mailer) {
  /** Left, and not written down yet: the database was away. They are not sent again, whatever it says. */
  const left = new Map<string, Date>();
  const noteSent = async (id: string) => {
    await asSystem(pool, (tx) => markSent(tx, id, left.get(id) ?? clock()));
    left.delete(id);
  };
  const noteFailed = ({ id, tries, goesSince }: DueMail) => {
    const now = clock();
    const hopeless = isHopeless({ tries, since: goesSince, now });
    return asSystem(pool, (tx) => (hopeless ? giveUp(tx, id, now) : tryLater(tx, id, after(now, pauseAfter(tries)))));
  };
  const noteRefused = ({ id, to }: DueMail) => {
    const now = clock();
    return asSystem(pool, async (tx) => {
      await giveUp(tx, id, now);
      await noteTrouble(tx, { kind: 'bounce', address: to, eventId: `mail:${id}`, at: now, now });
    });
  };
  /** Somebody took their consent back while it waited, for the morning or for the mail server. */
  const isUnwanted = ({ id, person }: DueMail): Promise<boolean> =>
    asSystem(pool, async (tx) => {
      const unwanted = person !== null && !(await wantsMarketing(tx, person));
      if (unwanted) await giveUp(tx, id, clock());
      return unwanted;
    });
  const send = async (due: DueMail): Promise<boolean> => {
    const { id, to, body, kind } = due;
    const { letter, ...more } = body;
    if (!left.has(id)) {
      if (isKind(kind) && kinds[kind] === 'marketing' && (await isUnwanted(due))) return false;
      try {
        await deliver({ ...dress(to, letter), ...more, id });
      } catch (error) {
        log.warn({ err: loggable(error) }, 'a mail could not be sent');
        await (isRefusedForGood(error) ? noteRefused(due) : noteFailed(due));
        return false;
      }
      left.set(id, clock());
    }
    await noteSent(id);
    return true;
  };
  const lane = async (waiting: DueMail[]): Promise<number> => {
    let sent = 0;
    for (let due = waiting.shift(); due; due = waiting.shift()) if (await send(due)) sent += 1;
    return sent;
  };
  return async (): Promise<{ claimed: number; sent: number }> => {
    for (const id of left.keys()) await noteSent(id);
    const now = clock();
    const waiting = await asSystem(pool, (tx) => claimMails(tx, { now, until: after(now, claim), most: atATime }));
    const claimed = waiting.length;
    const sent = await Promise.all(Array.from({ length: lanes }, () => lane(waiting)));
    return { claimed, sent: sent.reduce((sum, n) => sum + n, 0) };
  };
}

/**
 * Opens the post. A mail leaves once: whoever sends it has claimed it, and what left is written down before anybody
 * else may claim it. Where a process dies between the two it leaves again under the same id, by which mail programs
 * know it.
 */
export function openPost(parts: Parts, deliver: Mailer): Post {
  const { config, pool, jobs, clock, log } = parts;
  const sendSome = openSending(parts, deliver);
  let stopped = false;
  let working: Promise<number> | null = null;
  let next: Promise<number> | null = null;
  const round = async (): Promise<number> => {
    for (let total = 0; ; ) {
      if (stopped) return total;
      const { claimed, sent } = await sendSome();
      total += sent;
      if (claimed === 0) return total;
    }
  };
  const begin = (): Promise<number> => {
    next = null;
    working = round().finally(() => {
      working = null;
    });
    return working;
  };
  // Whoever comes while a round is under way may be too late for it: the next one is theirs.
  const sendDue = (): Promise<number> => {
    if (!working) return begin();
    next ??= working.then(begin, begin);
    return next;
  };
  // What is not sent now is found by the minute's job.
  const soon = () => void sendDue().catch((error) => log.warn({ err: loggable(error) }, 'the post stood still'));
  return {
    sendDue,
    mail: async (written) => {
      const { about, secret } = written;
      if (about === undefined) return deliver(await asSystem(pool, (tx) => mailNow(tx, written)));
      if (!isKind(about)) throw new Error(`no kind of notice: ${about}`);
      const key = jobUnderWay() ?? randomUUID();
      const mail = await asSystem(pool, async (tx) => {
        const worded = await mailNow(tx, written);
        await handOn(tx, worded, { kind: about, config, jobs, now: clock(), key });
        return worded;
      });
      if (secret) await deliver({ ...mail, ...dress(mail.to, { ...mail.letter, foot: alwaysFoot(config) }), id: key });
      else if (!stopped) soon();
    },
    stop: async () => {
      stopped = true;
      await Promise.allSettled([working, next]);
    },
  };
}

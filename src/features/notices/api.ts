import { after, days } from '../../kernel/clock.ts';
import { pageOf } from '../../kernel/page.ts';
import { consents, spend } from '../../platform/budgets.ts';
import { announce } from '../../platform/database.ts';
import { isOutsideLink } from '../../platform/outside.ts';
import { keepPace } from '../../platform/pace.ts';
import { open, signedIn, signedInAlone } from '../../platform/procedure.ts';
import { type ChoiceKind, choiceKinds, type Kind, kinds, mustKinds } from './kinds.ts';
import { mayRefuse, refuse } from './messages.ts';
import { markRead, ownNotices, ownUnread } from './notice-store.ts';
import { kindWords, marketingWords } from './own-messages.ts';
import { pushKeyOf } from './push/push-key.ts';
import { addSubscription, endSubscription } from './push/push-store.ts';
import {
  ListNotices,
  noticesAtATime,
  OneBrowser,
  OneNotice,
  SaveHabits,
  SaveMarketing,
  SaveWish,
  StopMails,
} from './schema.ts';
import { stopMails } from './stop.ts';
import { ownTrouble } from './trouble-store.ts';
import { addConsent, type Channel, ownConsent, ownHabits, ownWishes, saveHabits, saveWish } from './wish-store.ts';

/** One page of what whoever asks was told, the newest first, and where the next begins. */
const list = signedIn.input(ListNotices).handler(async ({ context: { tx }, input: { before } }) => {
  const rows = await ownNotices(tx, { before, limit: noticesAtATime + 1 });
  const { page, next } = pageOf(rows, noticesAtATime, ({ at, id }) => ({ at, id }));
  return { notices: page, next };
});

/** How many whoever asks did not read yet; a hundred stands for more. */
const unread = signedIn.handler(async ({ context: { tx } }) => ({ unread: await ownUnread(tx) }));

/** Marks one as read. Of somebody else's nothing happens, and nothing is said. */
const read = signedIn.input(OneNotice).handler(async ({ context: { services, tx, person }, input: { noticeId } }) => {
  if ((await markRead(tx, { id: noticeId, now: services.clock() })) > 0) announce(tx, 'notices', person.id);
  return { done: true as const };
});

const readAll = signedIn.handler(async ({ context: { services, tx, person } }) => {
  if ((await markRead(tx, { id: null, now: services.clock() })) > 0) announce(tx, 'notices', person.id);
  return { done: true as const };
});

/** What whoever asks is told in which way. */
const settings = signedIn.handler(async ({ context: { services, tx } }) => {
  const wishes = await ownWishes(tx);
  const consent = await ownConsent(tx);
  const isWanted = (kind: ChoiceKind, channel: Channel) =>
    wishes.find((wish) => wish.kind === kind && wish.channel === channel)?.wanted ?? true;
  const said = (kind: Kind) => ({ name: kindWords[kind].title, about: kindWords[kind].text });
  return {
    always: mustKinds.map((kind) => ({ kind, ...said(kind) })),
    choices: choiceKinds
      .filter((kind) => kinds[kind] === 'service')
      .map((kind) => ({ kind, ...said(kind), mail: isWanted(kind, 'mail'), push: isWanted(kind, 'push') })),
    ...(await ownHabits(tx)),
    consent,
    /** With what browsers subscribe; null where none can be told. */
    pushKey: pushKeyOf(services.config.pushKey ?? '')?.publicKey ?? null,
    trouble: await ownTrouble(tx, after(services.clock(), -days(90))),
  };
});

/** Turns one way of one kind on or off. What must be told is no choice. */
const setWish = signedIn.input(SaveWish).handler(async ({ context: { services, tx, person }, input }) => {
  keepPace(services, 'wish', person.id);
  await saveWish(tx, input, { person: person.id, now: services.clock() });
  return { done: true as const };
});

/** Has the browser of this session told that there is something new, as long as the session lasts. */
const startPush = signedIn
  .errors(mayRefuse('notices.push_unknown'))
  .input(OneBrowser)
  .handler(async ({ context: { services, tx, person }, input: { endpoint } }) => {
    if (!isOutsideLink(endpoint)) return refuse('notices.push_unknown', {});
    keepPace(services, 'line', person.id);
    await addSubscription(tx, { endpoint, sessionId: person.sessionId, now: services.clock() });
    return { done: true as const };
  });

/** Has a browser of whoever asks told no more. */
const stopPush = signedIn.input(OneBrowser).handler(async ({ context: { tx }, input: { endpoint } }) => {
  await endSubscription(tx, endpoint);
  return { done: true as const };
});

/** Once a day in one mail, and nothing by night. */
const setHabits = signedIn.input(SaveHabits).handler(async ({ context: { services, tx, person }, input }) => {
  keepPace(services, 'wish', person.id);
  await saveHabits(tx, input, services.clock());
  return { done: true as const };
});

/**
 * Says yes or no to marketing, with the words that stand there now. Saying the same again adds nothing, also where it
 * is said many times at once.
 */
const setMarketing = signedInAlone.input(SaveMarketing).handler(async ({ context, input: { given } }) => {
  const { services, tx } = context;
  const person = await context.arriving;
  const { version } = marketingWords;
  const now = services.clock();
  const before = await ownConsent(tx);
  if ((before?.given ?? false) === given && (!given || before?.version === version)) return { done: true as const };
  if (given) await spend(tx, consents, { id: person.id, now });
  await addConsent(tx, person.id, { given, version, saidBy: 'page', at: now });
  // Who turned them off by the link of a mail says here that they want them again.
  if (given) await saveWish(tx, { kind: 'news', channel: 'mail', wanted: true }, { person: person.id, now });
  return { done: true as const };
});

/** Ends mails of a kind by the link of one of them, without signing in. */
const stop = open
  .errors(mayRefuse('notices.link_invalid'))
  .input(StopMails)
  .handler(async ({ context: { services }, input: { token } }) => {
    const name = await stopMails(services, token);
    return name ? { name } : refuse('notices.link_invalid', {});
  });

/** What the product tells a person, for that person. */
export const noticesApi = {
  list,
  unread,
  read,
  readAll,
  settings,
  setWish,
  setHabits,
  setMarketing,
  startPush,
  stopPush,
  stop,
};

import { z } from 'zod';
import { after, days } from '../../kernel/clock.ts';
import { PageCursor, paginate } from '../../kernel/pagination.ts';
import { UuidSchema } from '../../kernel/uuid.ts';
import { publishTopic } from '../../platform/database/database.ts';
import { isPublicHttpsUrl } from '../../platform/http/outbound-http.ts';
import { authed, authedSerial, publicProcedure } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { consentQuota, consumeQuota } from '../../platform/limits/quotas.ts';
import { kindLabels, marketingConsent } from './customer-messages.ts';
import { kinds, mandatoryKinds, type NoticeKind, type OptionalKind, optionalKinds } from './kinds.ts';
import { refusalCodes, refuse } from './messages.ts';
import { deleteMySubscription, insertSubscription } from './push/push-store.ts';
import { createPushKey } from './push/send-push.ts';
import {
  type Channel,
  countMyUnread,
  findMyConsent,
  findMyDigestSettings,
  findMyNotices,
  findMyPreferences,
  findMyProblem,
  insertConsent,
  markRead,
  saveDigestSettings,
  savePreference,
} from './store.ts';
import { unsubscribe } from './unsubscribe.ts';

const noticesPageSize = 30;

const ListNotices = z.strictObject({ before: PageCursor });
const NoticeInput = z.strictObject({ noticeId: UuidSchema });
const SavePreference = z.strictObject({
  kind: z.enum(optionalKinds as [OptionalKind, ...OptionalKind[]]),
  channel: z.enum(['mail', 'push']),
  wanted: z.boolean(),
});
/** Omitted settings stay unchanged, so that two quick changes do not overwrite each other. */
const SaveDigestSettings = z.strictObject({ digest: z.boolean().nullish(), quiet: z.boolean().nullish() });
const SaveMarketing = z.strictObject({ given: z.boolean() });
const StopMails = z.strictObject({ token: z.string().min(1).max(300) });
const BrowserInput = z.strictObject({ endpoint: z.string().max(1_000) });

const list = authed.input(ListNotices).handler(async function list({ context: { tx }, input: { before } }) {
  const rows = await findMyNotices(tx, { before, limit: noticesPageSize + 1 });
  const { page, next } = paginate(rows, noticesPageSize, ({ at, id }) => ({ at, id }));
  return { notices: page, next };
});

const unread = authed.handler(async function unread({ context: { tx } }) {
  return { unread: await countMyUnread(tx) };
});

const read = authed.input(NoticeInput).handler(async function read({
  context: { services, tx, person },
  input: { noticeId },
}) {
  if ((await markRead(tx, { id: noticeId, now: services.clock() })) > 0) publishTopic(tx, 'notices', person.id);
  return { done: true as const };
});

const readAll = authed.handler(async function readAll({ context: { services, tx, person } }) {
  if ((await markRead(tx, { id: null, now: services.clock() })) > 0) publishTopic(tx, 'notices', person.id);
  return { done: true as const };
});

const settings = authed.handler(async function settings({ context: { services, tx } }) {
  const preferences = await findMyPreferences(tx);
  const consent = await findMyConsent(tx);
  const isWanted = (kind: OptionalKind, channel: Channel) =>
    preferences.find((preference) => preference.kind === kind && preference.channel === channel)?.wanted ?? true;
  const describe = (kind: NoticeKind) => ({ name: kindLabels[kind].title, about: kindLabels[kind].text });
  return {
    always: mandatoryKinds.map((kind) => ({ kind, ...describe(kind) })),
    choices: optionalKinds
      .filter((kind) => kinds[kind] === 'service')
      .map((kind) => ({ kind, ...describe(kind), mail: isWanted(kind, 'mail'), push: isWanted(kind, 'push') })),
    ...(await findMyDigestSettings(tx)),
    consent,
    /** Public VAPID key for the browser's subscription; null if push is off. */
    pushKey: createPushKey(services.config.pushKey ?? '')?.publicKey ?? null,
    problem: await findMyProblem(tx, after(services.clock(), -days(90))),
  };
});

const setPreference = authed.input(SavePreference).handler(async function setPreference({
  context: { services, tx, person },
  input,
}) {
  checkRateLimit(services, 'preference', person.id);
  await savePreference(tx, input, { person: person.id, now: services.clock() });
  return { done: true as const };
});

/** Subscribes the browser of this session until the session ends. */
const startPush = authed
  .errors(refusalCodes('notices.push_unknown'))
  .input(BrowserInput)
  .handler(async function startPush({ context: { services, tx, person }, input: { endpoint } }) {
    if (!isPublicHttpsUrl(endpoint)) return refuse('notices.push_unknown', {});
    checkRateLimit(services, 'subscribe', person.id);
    await insertSubscription(tx, { endpoint, sessionId: person.sessionId, now: services.clock() });
    return { done: true as const };
  });

const stopPush = authed.input(BrowserInput).handler(async function stopPush({ context: { tx }, input: { endpoint } }) {
  await deleteMySubscription(tx, endpoint);
  return { done: true as const };
});

const setDigestSettings = authed.input(SaveDigestSettings).handler(async function setDigestSettings({
  context: { services, tx, person },
  input,
}) {
  checkRateLimit(services, 'preference', person.id);
  await saveDigestSettings(tx, input, services.clock());
  return { done: true as const };
});

/** Records an answer to marketing with the version of the text. An unchanged answer adds nothing, even in parallel. */
const setMarketing = authedSerial.input(SaveMarketing).handler(async function setMarketing({
  context,
  input: { given },
}) {
  const { services, tx } = context;
  const person = await context.userPromise;
  const { version } = marketingConsent;
  const now = services.clock();
  const before = await findMyConsent(tx);
  if ((before?.given ?? false) === given && (!given || before?.version === version)) return { done: true as const };
  if (given) await consumeQuota(tx, consentQuota, { id: person.id, now });
  await insertConsent(tx, person.id, { given, version, source: 'page', at: now });
  // A yes also undoes an earlier unsubscribe by mail link.
  if (given) await savePreference(tx, { kind: 'news', channel: 'mail', wanted: true }, { person: person.id, now });
  return { done: true as const };
});

/** Unsubscribes from one kind of mail by the token of a mail link, without signing in. */
const stop = publicProcedure
  .errors(refusalCodes('notices.link_invalid'))
  .input(StopMails)
  .handler(async function stop({ context: { services }, input: { token } }) {
    const name = await unsubscribe(services, token);
    return name ? { name } : refuse('notices.link_invalid', {});
  });

export const noticesApi = {
  list,
  unread,
  read,
  readAll,
  settings,
  setPreference,
  setDigestSettings,
  setMarketing,
  startPush,
  stopPush,
  stop,
};

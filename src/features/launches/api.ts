import { after, days } from '../../kernel/clock.ts';
import { isUuid } from '../../kernel/uuid.ts';
import { audit } from '../../platform/audit.ts';
import { type Db, publishTopic } from '../../platform/database/database.ts';
import { hashRequest } from '../../platform/http/idempotency.ts';
import { authed, authedSerial } from '../../platform/http/procedure.ts';
import { checkRateLimit } from '../../platform/limits/memory-rate-limit.ts';
import { findMyFiles, type MyFile } from '../documents/my-files.ts';
import { limits } from './launch.ts';
import { refusalCodes, refuse } from './messages.ts';
import { Answer, isWhitepaper, LaunchDraft, OneLaunch, parseLinks, SubmitLaunch } from './schema.ts';
import {
  answerQuestion,
  countMyLaunches,
  drafts,
  findLaunchByKey,
  findLaunchOfQuestion,
  findMyLaunches,
  insertLaunch,
  lockMyLaunch,
  withdrawLaunch,
} from './store.ts';

const listMyLaunches = authed.handler(function listMyLaunches({ context: { tx } }) {
  return findMyLaunches(tx);
});

const purpose = 'launch-whitepaper';

/** Finds a whitepaper of the customer; null for any other file. */
async function findWhitepaper(tx: Db, id: string): Promise<MyFile | null> {
  const [file] = isUuid(id) ? await findMyFiles(tx, [id]) : [];
  return file?.purpose === purpose ? file : null;
}

const saveDraft = authed.input(LaunchDraft).handler(async function saveDraft({
  context: { services, tx, person },
  input: { data },
}) {
  checkRateLimit(services, 'draft', person.id);
  await drafts.save(tx, { data, now: services.clock() });
  return { stored: true as const };
});

const parseFileId = (whitepaper = ''): string => /"id":"([0-9a-f-]{36})"/.exec(whitepaper)?.[1] ?? '';

/** Returns the draft, or null. Omits a deleted whitepaper. */
const loadDraft = authed.handler(async function loadDraft({ context: { tx } }) {
  const stored = await drafts.read(tx);
  if (!stored) return null;
  const paper = await findWhitepaper(tx, parseFileId(stored.data['whitepaper']));
  const isUsable = paper && paper.state !== 'refused';
  return { ...stored, data: { ...stored.data, whitepaper: (isUsable && stored.data['whitepaper']) || '' } };
});

async function assertWithinLimits(tx: Db, now: Date): Promise<void> {
  const { open, day } = await countMyLaunches(tx, after(now, -days(1)));
  if (open >= limits.open) refuse('launches.too_many_open', {});
  if (day >= limits.day) refuse('launches.too_many_today', {});
}

/** Checks the stored whitepaper's owner, purpose, type and size. */
async function assertFormComplete(tx: Db, id: string): Promise<void> {
  const paper = await findWhitepaper(tx, id);
  if (!paper) return refuse('launches.paper_missing', {});
  if (paper.state === 'refused' || !isWhitepaper(paper)) refuse('launches.paper_invalid', {});
}

/** Submits a coin launch with its whitepaper [001 §1, §4 Launch submission]. Idempotent by key. Enforces the limits. */
const submitLaunch = authedSerial
  .errors(refusalCodes('general.key_reused', 'launches.paper_missing', 'launches.paper_invalid'))
  .errors(refusalCodes('launches.too_many_open', 'launches.too_many_today'))
  .input(SubmitLaunch)
  .handler(async function submitLaunch({ context, input }) {
    const { services, tx, request } = context;
    const { id: userId } = await context.userPromise;
    const requestHash = hashRequest(input);
    const earlier = await findLaunchByKey(tx, input.key);
    if (earlier && earlier.requestHash !== requestHash) refuse('general.key_reused', {});
    if (earlier) return { submissionId: earlier.id };
    const now = services.clock();
    await assertWithinLimits(tx, now);
    await assertFormComplete(tx, input.whitepaper);
    const { coinName, idea, whitepaper, key } = input;
    const links = parseLinks(input.communityLinks);
    const id = await insertLaunch(tx, { coinName, idea, links, whitepaper, key, requestHash, now });
    const entry = { action: 'launches.submitted', subjectType: 'launch', subjectId: id, after: { whitepaper } };
    await audit(tx, { actorId: userId, actorRole: 'customer', ...entry, requestId: request.id });
    publishTopic(tx, 'launches', userId);
    publishTopic(tx, 'launches-desk');
    return { submissionId: id };
  });

const answerOwnQuestion = authedSerial
  .errors(refusalCodes('launches.not_found', 'launches.not_open'))
  .input(Answer)
  .handler(async function answerOwnQuestion({ context, input: { questionId, answer: words } }) {
    const { services, tx, request } = context;
    const { id: userId } = await context.userPromise;
    const id = (await findLaunchOfQuestion(tx, questionId)) ?? refuse('launches.not_found', {});
    const launch = await lockMyLaunch(tx, id);
    if (launch?.questionId !== questionId) refuse('launches.not_open', {});
    await answerQuestion(tx, id, { questionId, answer: words, now: services.clock() });
    const entry = { action: 'launches.answered', subjectType: 'launch', subjectId: id, after: { questionId } };
    await audit(tx, { actorId: userId, actorRole: 'customer', ...entry, requestId: request.id });
    publishTopic(tx, 'launches', userId);
    publishTopic(tx, 'launches-desk');
    return { done: true as const };
  });

const withdrawOwnLaunch = authedSerial
  .errors(refusalCodes('launches.not_found'))
  .input(OneLaunch)
  .handler(async function withdrawOwnLaunch({ context, input: { submissionId } }) {
    const { services, tx, request } = context;
    const { id: userId } = await context.userPromise;
    if (!(await lockMyLaunch(tx, submissionId))) refuse('launches.not_found', {});
    await withdrawLaunch(tx, submissionId, services.clock());
    const entry = { action: 'launches.withdrawn', subjectType: 'launch', subjectId: submissionId };
    await audit(tx, { actorId: userId, actorRole: 'customer', ...entry, requestId: request.id });
    publishTopic(tx, 'launches', userId);
    publishTopic(tx, 'launches-desk');
    return { done: true as const };
  });

export const launchesApi = {
  own: listMyLaunches,
  draft: loadDraft,
  keepDraft: saveDraft,
  submit: submitLaunch,
  answer: answerOwnQuestion,
  withdraw: withdrawOwnLaunch,
};

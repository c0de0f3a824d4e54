import { createHash } from 'node:crypto';
import { after, days } from '../../kernel/clock.ts';
import { isUuid } from '../../kernel/ids.ts';
import { audit } from '../../platform/audit.ts';
import { announce, type Db } from '../../platform/database.ts';
import { keepPace } from '../../platform/pace.ts';
import { signedIn, signedInAlone } from '../../platform/procedure.ts';
import { type OwnFile, ownFiles } from '../documents/own-files.ts';
import { limits } from './limits.ts';
import { linksIn } from './links.ts';
import { mayRefuse, refuse } from './messages.ts';
import { Answer, HandIn, isWhitepaper, LaunchDraft, OneLaunch } from './schema.ts';
import {
  answerQuestion,
  countOwn,
  heldOwnLaunch,
  insertLaunch,
  launchUnder,
  ownLaunches,
  ownLaunchOf,
  readLaunchDraft,
  saveLaunchDraft,
  withdrawLaunch,
} from './store.ts';

/** What whoever asks handed in, and what became of it. */
const own = signedIn.handler(({ context: { tx } }) => ownLaunches(tx));

const purpose = 'launch-whitepaper';

/** A whitepaper of theirs that is still kept; null for any other file. */
async function ownPaper(tx: Db, id: string): Promise<OwnFile | null> {
  const [file] = isUuid(id) ? await ownFiles(tx, [id]) : [];
  return file?.purpose === purpose ? file : null;
}

const keepDraft = signedIn
  .input(LaunchDraft)
  .handler(async ({ context: { services, tx, person }, input: { data } }) => {
    keepPace(services, 'draft', person.id);
    await saveLaunchDraft(tx, { data, now: services.clock() });
    return { kept: true as const };
  });

const idIn = (whitepaper = ''): string => /"id":"([0-9a-f-]{36})"/.exec(whitepaper)?.[1] ?? '';

/** What was typed so far, or null. A file that was not handed in within a week is gone, and out of the draft. */
const draft = signedIn.handler(async ({ context: { tx } }) => {
  const kept = await readLaunchDraft(tx);
  if (!kept) return null;
  const paper = await ownPaper(tx, idIn(kept.data['whitepaper']));
  const there = paper && paper.state !== 'refused';
  return { ...kept, data: { ...kept.data, whitepaper: (there && kept.data['whitepaper']) || '' } };
});

/** The fingerprint of a request, so that its key answers it again and no other (decision A9). */
const fingerprint = (request: object): string =>
  createHash('sha256')
    .update(JSON.stringify(request, Object.keys(request).sort()))
    .digest('hex');

async function refuseTooMany(tx: Db, now: Date): Promise<void> {
  const { open, day } = await countOwn(tx, after(now, -days(1)));
  if (open >= limits.open) refuse('launches.too_many_open', {});
  if (day >= limits.day) refuse('launches.too_many_today', {});
}

/** The whitepaper, judged once more by what is kept of it: theirs, for this, of the right kind and size. */
async function refuseUnfit(tx: Db, id: string): Promise<void> {
  const paper = await ownPaper(tx, id);
  if (!paper) return refuse('launches.paper_missing', {});
  if (paper.state === 'refused' || !isWhitepaper(paper)) refuse('launches.paper_invalid', {});
}

/**
 * Hands a launch in, a coin-launch proposal with its whitepaper [001 §1, §4 Launch submission]: at most once under its
 * key, and so many that wait and so many a day.
 */
const submit = signedInAlone
  .errors(mayRefuse('general.key_reused', 'launches.paper_missing', 'launches.paper_invalid'))
  .errors(mayRefuse('launches.too_many_open', 'launches.too_many_today'))
  .input(HandIn)
  .handler(async ({ context, input }) => {
    const { services, tx, request } = context;
    const { id: userId } = await context.arriving;
    const requestHash = fingerprint(input);
    const earlier = await launchUnder(tx, input.key);
    if (earlier && earlier.requestHash !== requestHash) refuse('general.key_reused', {});
    if (earlier) return { submissionId: earlier.id };
    const now = services.clock();
    await refuseTooMany(tx, now);
    await refuseUnfit(tx, input.whitepaper);
    const { coinName, idea, whitepaper, key } = input;
    const links = linksIn(input.communityLinks);
    const id = await insertLaunch(tx, { coinName, idea, links, whitepaper, key, requestHash, now });
    const what = { action: 'launches.submitted', subjectType: 'launch', subjectId: id, after: { whitepaper } };
    await audit(tx, { actorId: userId, actorRole: 'customer', ...what, requestId: request.id });
    announce(tx, 'launches', userId);
    announce(tx, 'launches-desk');
    return { submissionId: id };
  });

/** Answers the question that waits for its founder; it goes back to whoever reads it. */
const answer = signedInAlone
  .errors(mayRefuse('launches.not_found', 'launches.not_open'))
  .input(Answer)
  .handler(async ({ context, input: { questionId, answer: words } }) => {
    const { services, tx, request } = context;
    const { id: userId } = await context.arriving;
    const id = (await ownLaunchOf(tx, questionId)) ?? refuse('launches.not_found', {});
    const held = await heldOwnLaunch(tx, id);
    if (held?.questionId !== questionId) refuse('launches.not_open', {});
    await answerQuestion(tx, id, { questionId, answer: words, now: services.clock() });
    const what = { action: 'launches.answered', subjectType: 'launch', subjectId: id, after: { questionId } };
    await audit(tx, { actorId: userId, actorRole: 'customer', ...what, requestId: request.id });
    announce(tx, 'launches', userId);
    announce(tx, 'launches-desk');
    return { done: true as const };
  });

/** Takes a launch back that is not decided yet. */
const withdraw = signedInAlone
  .errors(mayRefuse('launches.not_found'))
  .input(OneLaunch)
  .handler(async ({ context, input: { submissionId } }) => {
    const { services, tx, request } = context;
    const { id: userId } = await context.arriving;
    if (!(await heldOwnLaunch(tx, submissionId))) refuse('launches.not_found', {});
    await withdrawLaunch(tx, submissionId, services.clock());
    const what = { action: 'launches.withdrawn', subjectType: 'launch', subjectId: submissionId };
    await audit(tx, { actorId: userId, actorRole: 'customer', ...what, requestId: request.id });
    announce(tx, 'launches', userId);
    announce(tx, 'launches-desk');
    return { done: true as const };
  });

/** Coin launches, for whoever hands one in. */
export const launchesApi = { own, draft, keepDraft, submit, answer, withdraw };

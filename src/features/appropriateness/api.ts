import { audit, byStaff } from '../../platform/audit.ts';
import { type Budget, spend } from '../../platform/budgets.ts';
import { isOwn } from '../../platform/database.ts';
import { signedIn, signedInAlone, staffOnly } from '../../platform/procedure.ts';
import { shown } from '../learning/grading.ts';
import { appropriatenessActs } from './acts.ts';
import { basics } from './content.ts';
import { draw, mark } from './draw.ts';
import { mayRefuse, refuse } from './messages.ts';
import { HandIn, OneCustomer, WaveThrough } from './schema.ts';
import type { AppropriatenessRecord, BasicsResult, BasicsSheet, BasicsView } from './shapes.ts';
import { hasLearned, heldTry, insertTry, insertWaiver, isCustomer, newestTry, recordOf, saveTry } from './store.ts';

/** The lesson, and whether whoever asks passed it. */
const lesson = signedIn.handler(async ({ context: { tx } }): Promise<BasicsView> => {
  const { title, minutes, blocks, asked, enough } = basics();
  return { title, minutes, blocks, asked, enough, learned: await hasLearned(tx) };
});

/** Tries of one person: each is kept for good, and nobody learns by so many in a day. */
export const tries: Budget = {
  ...{ work: 'first-lesson', tries: 50, seconds: 24 * 60 * 60 },
  refuse: () => refuse('appropriateness.too_many_tries', {}),
};

/** Asks the questions: those of the try that is open, or of another one. Nothing of what is right goes along. */
const begin = signedInAlone
  .errors(mayRefuse('appropriateness.too_many_tries'))
  .handler(async ({ context }): Promise<BasicsSheet> => {
    const { services, tx } = context;
    const { id } = await context.arriving;
    const now = services.clock();
    const last = await newestTry(tx);
    const pick = (id: string) => draw(basics(), id, last?.questions ?? []);
    if (!last?.open) await spend(tx, tries, { id, now });
    const open = last?.open ? last : await insertTry(tx, { now, pick });
    const questions = open.questions.flatMap((id) => basics().questions.find((one) => one.id === id) ?? []);
    return { tryId: open.id, questions: questions.map((question) => shown(question, open.id)) };
  });

/** Grades the answers here and explains each. Whoever needs it begins again. */
const handIn = signedInAlone
  .errors(mayRefuse('appropriateness.try_over'))
  .input(HandIn)
  .handler(async ({ context, input: { tryId, answers } }): Promise<BasicsResult> => {
    const { services, tx } = context;
    await context.arriving;
    const open = await heldTry(tx, tryId);
    if (!open?.open) return refuse('appropriateness.try_over', {});
    const { marked, wrong, right, passed } = mark(basics(), { seed: tryId, ids: open.questions, answers });
    await saveTry(tx, tryId, { answers, wrong, right, passed, now: services.clock() });
    return {
      ...{ right, asked: marked.length, passed },
      questions: marked.map(({ question, graded }) => ({ ...shown(question, tryId), graded })),
    };
  });

/** How it was found that a customer knows what an order means: for their page at the desk. */
const record = staffOnly(appropriatenessActs.look)
  .errors(mayRefuse('approvals.own_matter'))
  .input(OneCustomer)
  .handler(async ({ context: { tx, person }, input: { userId } }): Promise<AppropriatenessRecord> => {
    if (isOwn(person, userId)) return refuse('approvals.own_matter', {});
    return recordOf(tx, userId);
  });

/** Lets a customer order without the lesson, such as one who trades for a living; why is kept for good. */
const waive = staffOnly(appropriatenessActs.waive)
  .errors(mayRefuse('approvals.own_matter', 'appropriateness.unknown_customer', 'appropriateness.has_it'))
  .input(WaveThrough)
  .handler(async ({ context, input: { userId, reason } }) => {
    const { services, tx, person } = context;
    if (isOwn(person, userId)) return refuse('approvals.own_matter', {});
    if (!(await isCustomer(tx, userId))) return refuse('appropriateness.unknown_customer', {});
    const done = await insertWaiver(tx, { userId, by: person.id, reason, now: services.clock() });
    if (!done) return refuse('appropriateness.has_it', {});
    const what = { action: 'appropriateness.waived', subjectType: 'customer', subjectId: userId, aboutId: userId };
    await audit(tx, { ...byStaff(context), ...what });
    return { done: true as const };
  });

/** The lesson before somebody's first order. */
export const appropriatenessApi = { lesson, begin, handIn, record, waive };

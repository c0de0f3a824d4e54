import { after, days } from '../../kernel/clock.ts';
import type { Db } from '../../platform/database.ts';
import { signedIn } from '../../platform/procedure.ts';
import { openCourse } from './course-store.ts';
import { quizOf } from './course-text.ts';
import { grade, shown } from './grading.ts';
import { mayRefuse, refuse } from './messages.ts';
import { delayReview, dueReviews, endReview, heldReview, type Review } from './review-store.ts';
import { AnswerReview } from './schema.ts';
import type { DueReview } from './shapes.ts';
import { reviewDays, stepAfter } from './standing.ts';
import { overMayRefuse, refuseOver } from './taking.ts';

/** The question of a review, with the lesson that it is about; each time in an order of its own. */
async function asked(tx: Db, review: Review) {
  const course = await openCourse(tx, review);
  const question = quizOf(course, review.section)?.questions.find(({ id }) => id === review.question);
  if (!question) throw new Error(`version ${review.versionId} does not ask ${review.question}`);
  return { question, lesson: course.lessons.get(question.unit), seed: `${review.id} ${review.step}` };
}

/** What went wrong before and is asked again today. */
export const reviews = signedIn.handler(async ({ context: { services, tx } }) => {
  const due = await dueReviews(tx, services.clock());
  const shownReviews = due.map(async (review): Promise<DueReview> => {
    const { question, lesson, seed } = await asked(tx, review);
    return {
      ...{ id: review.id, courseId: review.courseId, question: shown(question, seed) },
      ...{ unit: question.unit, title: lesson?.title ?? '' },
    };
  });
  return { due: await Promise.all(shownReviews) };
});

/** Answers one: right, it comes back later each time until it is known; wrong, it begins anew. */
export const answerReview = signedIn
  .errors({ ...mayRefuse('learning.not_due'), ...overMayRefuse })
  .input(AnswerReview)
  .handler(async ({ context: { services, tx }, input: { id, chosen } }) => {
    const now = services.clock();
    const review = await heldReview(tx, id, now);
    if (!review) return refuse('learning.not_due', {});
    if (review.paused) refuseOver(review.grantedBy);
    const { question, seed } = await asked(tx, review);
    const graded = grade(question, seed, chosen);
    const step = stepAfter(review.step, graded.right);
    const due = step === null ? null : after(now, days(reviewDays[step] ?? 1));
    await (step === null || due === null ? endReview(tx, id) : delayReview(tx, id, { step, due }));
    return { graded, next: due };
  });

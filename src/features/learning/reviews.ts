import { after, days } from '../../kernel/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import { authed } from '../../platform/http/procedure.ts';
import { loadCourse } from './course-store.ts';
import { getQuiz } from './course-text.ts';
import { accessEndedCodes, refuseAccessEnded } from './enrolled-course.ts';
import { grade, showQuestion } from './grading.ts';
import { refusalCodes, refuse } from './messages.ts';
import { getNextReviewStep, reviewDays } from './progress.ts';
import { delayReview, endReview, findDueReviews, lockReview, type Review } from './review-store.ts';
import { AnswerReview } from './schema.ts';
import type { DueReview } from './views.ts';

/** Loads the question with a new order of answers for each step. */
async function loadQuestion(tx: Db, review: Review) {
  const course = await loadCourse(tx, review);
  const question = getQuiz(course, review.section)?.questions.find(({ id }) => id === review.question);
  if (!question) throw new Error(`version ${review.versionId} does not ask ${review.question}`);
  return { question, lesson: course.lessons.get(question.unit), seed: `${review.id} ${review.step}` };
}

export const listReviews = authed.handler(async function listReviews({ context: { services, tx } }) {
  const due = await findDueReviews(tx, services.clock());
  const shownReviews = due.map(async (review): Promise<DueReview> => {
    const { question, lesson, seed } = await loadQuestion(tx, review);
    return {
      ...{ id: review.id, courseId: review.courseId, question: showQuestion(question, seed) },
      ...{ unit: question.unit, title: lesson?.title ?? '' },
    };
  });
  return { due: await Promise.all(shownReviews) };
});

/** Grades a review. A right answer postpones the next review; a wrong answer restarts the steps. */
export const answerReview = authed
  .errors({ ...refusalCodes('learning.not_due'), ...accessEndedCodes })
  .input(AnswerReview)
  .handler(async function answerReview({ context: { services, tx }, input: { id, chosen } }) {
    const now = services.clock();
    const review = await lockReview(tx, id, now);
    if (!review) return refuse('learning.not_due', {});
    if (review.paused) refuseAccessEnded(review.grantedBy);
    const { question, seed } = await loadQuestion(tx, review);
    const graded = grade(question, seed, chosen);
    const step = getNextReviewStep(review.step, graded.right);
    const due = step === null ? null : after(now, days(reviewDays[step] ?? 1));
    await (step === null || due === null ? endReview(tx, id) : delayReview(tx, id, { step, due }));
    return { graded, next: due };
  });

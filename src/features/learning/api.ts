import { course, courses, enroll, own, progress } from './courses.ts';
import { answer, finish, keepPlace, lesson } from './lesson.ts';
import { beginQuiz, handIn } from './quiz.ts';
import { answerReview, reviews } from './reviews.ts';

/** Courses: read about by everybody, taken by whoever is signed in. What was learned the server sees for itself. */
export const learningApi = {
  ...{ courses, course, enroll, own, progress },
  ...{ lesson, answer, keepPlace, finish },
  ...{ beginQuiz, handIn, reviews, answerReview },
};

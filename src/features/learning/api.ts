import { enrollInCourse, listCourses, listMyCourses, showCourse, showProgress } from './courses.ts';
import { answerCheck, finishLesson, openLesson, savePlace } from './lesson.ts';
import { beginQuiz, submitQuiz } from './quiz.ts';
import { answerReview, listReviews } from './reviews.ts';

/** Course information is public. Lessons require a session, and the server measures all progress. */
export const learningApi = {
  ...{ courses: listCourses, course: showCourse, enroll: enrollInCourse, own: listMyCourses, progress: showProgress },
  ...{ lesson: openLesson, answer: answerCheck, keepPlace: savePlace, finish: finishLesson },
  ...{ beginQuiz, handIn: submitQuiz, reviews: listReviews, answerReview },
};

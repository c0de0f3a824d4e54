import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

export const learningMessages = {
  'learning.unknown_course': {
    status: 404,
    title: 'Course not found',
    text: "We can't find this course. See all courses on the Courses page.",
  },
  'learning.unknown_lesson': {
    status: 404,
    title: 'Lesson not found',
    text: "We can't find this lesson. Open the course to see its lessons.",
  },
  'learning.unknown_question': {
    status: 404,
    title: 'Question not found',
    text: "This question isn't part of the lesson.",
  },
  'learning.not_enrolled': {
    status: 403,
    title: 'Enrol first',
    text: 'Enrol in this course to open its lessons.',
  },
  'learning.plan_over': {
    status: 403,
    title: 'Your plan has ended',
    text: "We've saved your progress. Extend your plan or buy the course to continue.",
  },
  'learning.time_over': {
    status: 403,
    title: 'Your access has ended',
    text: "We've saved your progress. Enrol again to continue where you left off.",
  },
  'learning.not_free': {
    title: 'This is a paid course',
    text: 'Buy this course, or choose a plan that includes it.',
  },
  'learning.questions_open': {
    status: 409,
    title: 'Almost there',
    text: 'Answer the questions in this lesson first. {count} left.',
  },
  'learning.enough_today': {
    status: 429,
    title: 'Enough for today',
    text: "You can take quizzes again tomorrow. Until then, reread any lessons you're unsure about.",
  },
  'learning.read_on': {
    status: 409,
    title: 'Almost there',
    text: 'That was quick. Take your time: you can finish this lesson in {wait}.',
  },
  'learning.opens_on': {
    status: 409,
    title: 'Not open yet',
    text: 'This part of the course opens on {day}. You can read the earlier parts now.',
  },
  'learning.opens_after': {
    status: 409,
    title: 'Not open yet',
    text: 'Finish “{section}” and its quiz to open this section.',
  },
  'learning.lessons_first': {
    status: 409,
    title: 'Lessons first',
    text: 'Finish all lessons in this section to open its quiz.',
  },
  'learning.try_over': {
    status: 409,
    title: 'Already submitted',
    text: 'You already submitted this attempt. You can start another one.',
  },
  'learning.not_due': { status: 409, title: 'Not due yet', text: "You don't need to answer this question again yet." },
} as const;

export const { refuse, refusalCodes } = defineErrors(learningMessages, platformMessages);

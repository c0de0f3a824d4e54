import { catalogue } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';

/** Why somebody cannot go on in a course. */
export const learningMessages = {
  'learning.unknown_course': { status: 404, title: 'Course not found', text: 'There is no course under this address.' },
  'learning.unknown_lesson': { status: 404, title: 'Lesson not found', text: 'This course has no such lesson.' },
  'learning.unknown_question': { status: 404, title: 'Question not found', text: 'This question is not asked here.' },
  'learning.not_enrolled': {
    status: 403,
    title: 'Not your course yet',
    text: 'Enrol in this course first. Your lessons open at once.',
  },
  'learning.plan_over': {
    status: 403,
    title: 'Your plan has ended',
    text: 'This course came with your plan. Your progress is kept: extend the plan, or buy the course, and go on where you were.',
  },
  'learning.time_over': {
    status: 403,
    title: 'Your time for this course is over',
    text: 'We had opened this course for you for a time. Your progress is kept: take the course again, and go on where you were.',
  },
  'learning.not_free': {
    title: 'This course is not free',
    text: 'Choose how you want to pay for it, or take a plan that includes it.',
  },
  'learning.questions_open': {
    status: 409,
    title: 'Almost there',
    text: 'Answer the questions of this lesson first. Still open: {count}.',
  },
  'learning.enough_today': {
    status: 429,
    title: 'Enough for today',
    text: 'You tried quizzes very often today. Read once more what you are unsure of, and try again tomorrow.',
  },
  'learning.read_on': {
    status: 409,
    title: 'Almost there',
    text: 'That was quick. Read the lesson in peace: you can finish it in {wait}.',
  },
  'learning.opens_on': {
    status: 409,
    title: 'Not open yet',
    text: 'This part of the course opens on {day}. What is open before it is yours to read.',
  },
  'learning.opens_after': {
    status: 409,
    title: 'Not open yet',
    text: 'This opens once you have finished “{section}” with its quiz.',
  },
  'learning.lessons_first': {
    status: 409,
    title: 'Lessons first',
    text: 'Finish all lessons of this section, then its quiz opens.',
  },
  'learning.try_over': {
    status: 409,
    title: 'Already handed in',
    text: 'This try was handed in before. Begin another one whenever you like.',
  },
  'learning.not_due': { status: 409, title: 'Nothing to repeat', text: 'This question is not due now.' },
} as const;

export const { refuse, mayRefuse } = catalogue(learningMessages, platformMessages);

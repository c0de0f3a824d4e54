import { defineErrors } from '../../kernel/refusal.ts';
import { platformMessages } from '../../platform/messages.ts';
import { approvalsMessages } from '../approvals/messages.ts';

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
  'learning.not_enrolled': { status: 403, title: 'Enrol first', text: 'Enrol in this course to open its lessons.' },
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
  'learning.not_free': { title: 'This is a paid course', text: 'Buy this course, or choose a plan that includes it.' },
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

export const appropriatenessMessages = {
  'appropriateness.try_over': {
    status: 409,
    title: 'Already answered',
    text: 'You already answered these questions, or the lesson changed. You can start again at any time.',
  },
  'appropriateness.too_many_tries': {
    status: 429,
    title: 'Try again tomorrow',
    text: "You've tried many times today. Read the lesson again and come back tomorrow.",
  },
} as const;

export const appropriatenessDeskMessages = {
  'appropriateness.has_it': {
    status: 409,
    title: 'Nothing to do',
    text: 'This customer already passed the lesson or has a waiver.',
  },
  'appropriateness.too_many_waivers': {
    status: 429,
    title: 'Daily limit reached',
    text: "You've waived the lesson for {most} customers today. Please try again tomorrow.",
  },
  'appropriateness.unknown_customer': {
    status: 404,
    title: 'Customer not found',
    text: "We couldn't find this customer.",
  },
} as const;

export const authoringMessages = {
  'authoring.not_found': { status: 404, text: "We can't find this course." },
  'authoring.built_in': { status: 409, text: 'This course is built in. You can only change it in its files.' },
  'authoring.saved_meanwhile': {
    status: 409,
    title: 'Saved by someone else',
    text: '{who} saved this course. Your text is still here: copy what you need, then load their version.',
  },
  'authoring.too_long': {
    status: 422,
    title: 'Too long',
    text: 'The lessons of a course can have 400,000 characters in total. Please split it into two courses.',
  },
  'authoring.faults': {
    status: 409,
    title: 'Not ready to publish',
    text: 'Fix the listed problems before you publish. Problems left: {count}.',
  },
  'authoring.nothing_new': {
    status: 409,
    title: 'Nothing to publish',
    text: 'The draft is identical to the newest version.',
  },
  'authoring.unchanged': { status: 409, title: 'Nothing changed', text: "It's already set to this." },
  'authoring.too_dear': {
    field: 'price',
    text: 'A course must cost less than {limit}. From that amount on, the law requires checks that we only run for orders.',
  },
  'authoring.no_version': { status: 409, text: 'This course has no published version yet.' },
} as const;

export const certificatesMessages = {
  'certificates.not_finished': {
    status: 409,
    title: 'Almost there',
    text: 'Finish every lesson and pass every quiz to get your certificate.',
  },
  'certificates.project_first': {
    status: 409,
    title: 'Final project first',
    text: "You'll get your certificate once your final project has passed.",
  },
  'certificates.unknown': {
    status: 404,
    title: 'Certificate not found',
    text: "We can't find this certificate in your account.",
  },
  'certificates.revoked': {
    status: 409,
    title: 'This certificate was revoked',
    text: "It's no longer valid and can't be saved. Contact support if you think this is a mistake.",
  },
} as const;

export const certificatesDeskMessages = {
  'certificates.stands_so': {
    status: 409,
    title: 'No change made',
    text: "The certificate already has this status or doesn't exist. Please reload the page.",
  },
} as const;

export const projectMessages = {
  'projects.not_found': { status: 404, title: 'Project not found', text: "We can't find this project." },
  'projects.none': { status: 404, title: 'No project', text: 'This course has no final project.' },
  'projects.course_first': {
    status: 409,
    title: 'Not yet',
    text: 'Finish all lessons and quizzes first, then hand in your project.',
  },
  'projects.parts_open': { status: 409, title: 'Almost there', text: 'Please complete these parts: {parts}.' },
  'projects.secret_words': {
    status: 422,
    title: 'Keep these words to yourself',
    text: 'Part of your text looks like the recovery words of a wallet. Please remove them. Never share them with anyone, including us.',
  },
  'projects.under_way': {
    status: 409,
    title: 'Already handed in',
    text: 'We’re marking your project and will email you the result.',
  },
  'projects.passed_before': { status: 409, title: 'Passed', text: 'You already passed this project.' },
  'projects.no_appeal': {
    status: 409,
    title: 'Not possible',
    text: 'You can ask for a second instructor once, for your latest project. You can always hand it in again.',
  },
} as const;

export const projectDeskMessages = {
  'projects.marked_before': {
    status: 409,
    title: 'Nothing to mark',
    text: 'Someone else marked this project. Please reload the page.',
  },
  'projects.course_given_back': {
    status: 409,
    title: 'Nothing to mark',
    text: 'The course was refunded, so this project is no longer marked.',
  },
  'projects.marks_open': { status: 422, title: 'Marks are missing', text: 'Choose a level for each criterion.' },
  'projects.second_instructor': {
    status: 403,
    title: 'Another instructor needed',
    text: 'You marked this project the first time. An appeal goes to another instructor.',
  },
} as const;

export const { refuse, refusalCodes } = defineErrors(
  learningMessages,
  appropriatenessMessages,
  appropriatenessDeskMessages,
  authoringMessages,
  certificatesMessages,
  certificatesDeskMessages,
  projectMessages,
  projectDeskMessages,
  approvalsMessages,
  platformMessages,
);

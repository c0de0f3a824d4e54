/**
 * What the pages of a learner say of what happened, such as the error of a lesson [001 §2]: customers alone load them.
 */
export const learningNotices = {
  enrolled: { title: 'Enrollment Complete!', text: 'The course is yours. Begin whenever you like.' },
  finished: { title: 'Lesson finished', text: 'What you learned is kept.' },
  failed: { title: 'Error', text: 'An unexpected error occurred while loading the lesson.' },
  openFirst: { title: 'Almost there', text: 'Answer the questions of this lesson first.' },
} as const;

/** What is said where there is no line. */
export const offlineTexts = {
  title: 'You are offline',
  text: 'This page needs the internet. Lessons that you kept on this device can be read now.',
  none: 'You keep no lessons on this device. When the line is back, open a course and press Keep for offline reading.',
  kept: 'Your kept lessons',
  again: 'Try again',
  reading: 'You are offline. Your answers are sent when the line is back.',
  sending: 'Your answers are on their way.',
  finishing: 'Finished. We count it when the line is back.',
} as const;

/** What the page of a course says of keeping it. */
export const keepingTexts = {
  about: 'About {size}. Then you can read and answer without a line.',
  keeping: 'Keeping {done} of {all}',
  kept: 'Kept on this device: {all} lessons, {size}.',
  partly: 'Kept on this device: {done} of {all} lessons, {size}.',
  failed: 'Kept {done} of {all} lessons. The rest could not be fetched.',
  full: 'This device has no room left for it.',
  removed: 'Removed from this device.',
} as const;

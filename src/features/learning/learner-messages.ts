/** Texts of the pages for learners [001 §2]. Separate, so that only customers load them. */
export const learningNotices = {
  enrolled: { title: 'Enrollment Complete!', text: 'You can start the course whenever you like.' },
  finished: { title: 'Lesson finished', text: 'Your progress is saved.' },
  failed: { title: 'Error', text: 'An unexpected error occurred while loading the lesson.' },
  openFirst: { title: 'Almost there', text: 'Answer the questions in this lesson first.' },
} as const;

export const offlineTexts = {
  title: 'You are offline',
  text: 'This page needs an internet connection. You can still read lessons saved on this device.',
  none: "No lessons are saved on this device. When you're online, open a course and choose Save for offline.",
  kept: 'Your saved lessons',
  again: 'Try again',
  reading: "You're offline. We'll send your answers when you're back online.",
  sending: 'Sending your answers.',
  finishing: "Finished. We'll save it when you're back online.",
} as const;

export const offlineCourseTexts = {
  about: 'About {size}. You can then read lessons and answer questions offline.',
  keeping: 'Saving {done} of {all}',
  kept: 'Saved on this device: {all} {all:lesson|lessons}, {size}.',
  partly: 'Saved on this device: {done} of {all} {all:lesson|lessons}, {size}.',
  failed: "Saved {done} of {all} {all:lesson|lessons}. We couldn't download the rest.",
  full: 'This device is out of storage space.',
  removed: 'Removed from this device.',
} as const;

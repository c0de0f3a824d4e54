export const projectNotices = {
  marked: { title: 'Marked', text: 'The learner gets an email.' },
} as const;

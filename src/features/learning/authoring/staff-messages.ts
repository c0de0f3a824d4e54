export const authoringToasts = {
  made: { title: 'Course created', text: 'Only staff can see it until you publish it.' },
  published: { title: 'Published', text: 'New learners get this version.' },
  withdrawn: {
    title: 'Withdrawn',
    text: 'New learners can no longer start this course. Current learners can finish it.',
  },
  offered: { title: 'Available again', text: 'Anyone can start this course again.' },
  priced: { title: 'Price changed', text: 'The new price applies to new learners.' },
} as const;

/** What the desk says once it is done. */
export const authoringNotices = {
  made: { title: 'Course begun', text: 'Nobody sees it until you publish it.' },
  published: { title: 'Published', text: 'Whoever begins now takes this version.' },
  withdrawn: { title: 'Withdrawn', text: 'Nobody can begin it. Whoever takes it can finish it.' },
  offered: { title: 'Offered again', text: 'Everybody can begin it again.' },
  priced: { title: 'Price changed', text: 'It counts for whoever begins from now on.' },
} as const;

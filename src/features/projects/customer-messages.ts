export const projectNotices = {
  handedIn: { title: 'Handed in', text: 'An instructor will read it. We’ll email you when it is marked.' },
  appealed: { title: 'Sent to a second instructor', text: 'We’ll email you when it is marked again.' },
} as const;

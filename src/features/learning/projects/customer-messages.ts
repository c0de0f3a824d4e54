export const projectNotices = {
  handedIn: { title: 'Handed in', text: 'An instructor will read your project. We’ll email you when it’s marked.' },
  appealed: { title: 'Sent to a second instructor', text: 'We’ll email you when your project is marked again.' },
} as const;

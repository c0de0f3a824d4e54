export const lookupLabels = {
  button: 'Search our published warnings',
  sends: "We can search our published warnings. This sends us the text you pasted. We don't store it.",
  listed: 'This wallet is on a public sanctions list.',
  nothing: "We haven't published a warning about this. It may still be unsafe.",
  read: 'Read the warning',
  failed: "We couldn't look it up. Please try again in a moment.",
} as const;

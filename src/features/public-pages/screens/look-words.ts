/** Beside what is not ours: looking among what we published. */
export const lookWords = {
  button: 'Look in our published warnings',
  sends: 'We can look whether we warned of this. For that, what you pasted is sent to us. We do not keep it.',
  listed: 'This wallet stands on a public sanctions list.',
  nothing: 'We published nothing about it. That does not mean that it is safe.',
  read: 'Read the warning',
  failed: 'We could not look it up. Please try again in a moment.',
} as const;

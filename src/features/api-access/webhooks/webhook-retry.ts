/** Tries per delivery. The intervals double up to an hour and add up to five hours. */
export const maxTries = 12;
export const webhookRetryPolicy = { limit: maxTries - 1, delay: 30 } as const;

export type Outcome = 'taken' | 'later' | 'given_up';

/** `answered` is the HTTP status, or null without a response. Status 410 ends all tries. */
export function classifyTry({ answered, tries }: { answered: number | null; tries: number }): Outcome {
  if (answered !== null && answered >= 200 && answered < 300) return 'taken';
  return answered === 410 || tries >= maxTries ? 'given_up' : 'later';
}

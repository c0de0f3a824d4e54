/** Webhook retries: intervals double up to an hour, five hours in total. */
export const maxTries = 12;
export const webhookRetryPolicy = { limit: maxTries - 1, delay: 30 } as const;

export type Outcome = 'taken' | 'later' | 'given_up';

/** Classifies one try. `answered` is the HTTP status, null without an answer. 410 ends deliveries. */
export function classifyTry({ answered, tries }: { answered: number | null; tries: number }): Outcome {
  if (answered !== null && answered >= 200 && answered < 300) return 'taken';
  return answered === 410 || tries >= maxTries ? 'given_up' : 'later';
}

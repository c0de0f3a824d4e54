/** So often one webhook is tried, with pauses that double up to an hour: for five hours in all. */
export const mostTries = 12;
export const patience = { limit: mostTries - 1, delay: 30 } as const;

/** What became of a try: it was taken, it is tried again, or the address is told nothing more. */
export type Outcome = 'taken' | 'later' | 'given_up';

/** Judges one try: what answered (null for nobody), and the how manieth it was. Whoever says 410 wants no more. */
export function outcomeOf({ answered, tries }: { answered: number | null; tries: number }): Outcome {
  if (answered !== null && answered >= 200 && answered < 300) return 'taken';
  return answered === 410 || tries >= mostTries ? 'given_up' : 'later';
}

/** Ids of the exercises that a lesson can place with `practice:<id>`. */
export const practices = ['price-order', 'send-with-tag', 'read-transaction', 'wrong-network', 'six-scams'] as const;
export type PracticeId = (typeof practices)[number];

export const isPractice = (id: string): id is PracticeId => practices.some((one) => one === id);

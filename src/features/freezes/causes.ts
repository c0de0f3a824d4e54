/** Why somebody is frozen. For compliance alone; the customer reads of their own alarm and of nothing else (A7). */
export const freezeCauses = {
  not_me: 'The customer reported a sign-in that was not theirs',
  listed: 'Found to be a listed party',
  relationship_ends: 'The relationship with the customer ends',
  by_hand: 'Frozen by hand',
} as const;
export type FreezeCause = keyof typeof freezeCauses;

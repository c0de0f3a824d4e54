/** For compliance only. A customer sees their own `not_me` alarm and no other cause (A7). */
export const freezeCauses = {
  not_me: 'The customer reported a sign-in that was not theirs',
  listed: 'Confirmed match with a listed party',
  relationship_ends: 'We ended the relationship with the customer',
  by_hand: 'Frozen manually',
} as const;
export type FreezeCause = keyof typeof freezeCauses;

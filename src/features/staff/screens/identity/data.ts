import type { call } from '../../../../ui/client.ts';

/** What the questions about identity answer, by name. The types come from the procedures themselves. */
export type IdentityPage = Awaited<ReturnType<typeof call.identity.queue>>;
export type IdentityLine = IdentityPage['lines'][number];
export type Review = Awaited<ReturnType<typeof call.identity.submission>>;
export type ReviewItem = Review['items'][number];
export type ReviewAct = Review['mine'][number];
export type CustomerRecord = Awaited<ReturnType<typeof call.identity.customer>>;
export type CustomersPage = Awaited<ReturnType<typeof call.identity.customers>>;
export type CustomerLine = CustomersPage['lines'][number];

import type { call } from '../../../../ui/client.ts';

/** Types of identity API responses, derived from the procedures. */
export type IdentityPage = Awaited<ReturnType<typeof call.identity.queue>>;
export type IdentityLine = IdentityPage['lines'][number];
export type Review = Awaited<ReturnType<typeof call.identity.submission>>;
export type ReviewItem = Review['items'][number];
export type ReviewAct = Review['mine'][number];
export type CustomerRecord = Awaited<ReturnType<typeof call.identity.customer>>;
export type CustomersPage = Awaited<ReturnType<typeof call.identity.customers>>;
export type CustomerLine = CustomersPage['lines'][number];

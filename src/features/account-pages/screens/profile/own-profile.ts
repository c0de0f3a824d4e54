import type { Profile } from '../../profile-change.ts';

/** A profile as its owner sees it: with the address of the account, and why parts of it stand still. */
export type OwnProfile = Profile & { readonly email: string; readonly locked: 'pending' | 'approved' | null };

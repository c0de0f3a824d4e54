import type { Profile } from '../../profile-change.ts';

export type OwnProfile = Profile & { readonly email: string; readonly locked: 'pending' | 'approved' | null };

import { overview, subscription } from './overview.ts';
import { profile, updateProfile } from './update-profile.ts';

export const accountPagesApi = { overview, subscription, profile, updateProfile };

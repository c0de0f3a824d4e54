import { overview, subscription } from './overview.ts';
import { portfolio } from './portfolio.ts';
import { profile, updateProfile } from './update-profile.ts';

export const accountPagesApi = { overview, subscription, portfolio, profile, updateProfile };

import type { call } from '../../../../ui/client.ts';

/** Types of staff API responses, derived from the procedures. */
export type SettingsList = Awaited<ReturnType<typeof call.settings.list>>;
export type SettingProposal = SettingsList['proposals'][number];

import type { LaunchStatus } from './shapes.ts';

/** Whether it is neither decided nor withdrawn. */
export const isOpen = (status: LaunchStatus): boolean => status === 'submitted' || status === 'waiting_for_founder';

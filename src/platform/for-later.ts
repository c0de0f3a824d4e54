import { isUnavailable } from './database-faults.ts';

/** No room on the disk that papers pass over, or none that is ours. */
const full = ['ENOSPC', 'EDQUOT'];

/** Whether what was asked is worth another try later, as it is: what stood in its way is nothing of its own. */
export const isForLater = (error: unknown): boolean =>
  isUnavailable(error) || full.includes((error as { code?: string } | null)?.code ?? '');

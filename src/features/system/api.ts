import { retryJob } from './retry-job.ts';
import { showSystem } from './show-system.ts';

export const systemApi = { show: showSystem, tryAgain: retryJob };

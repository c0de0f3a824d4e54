import { showSystem } from './show-system.ts';
import { tryAgain } from './try-again.ts';

export const systemApi = { show: showSystem, tryAgain };

import { showStanding } from './standing.ts';

export const paymentPagesApi = { standing: showStanding };

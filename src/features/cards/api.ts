import type { CardPayables } from './due.ts';
import { listOpen, recordCharge } from './open-cards.ts';
import { pending, start } from './start.ts';

/** What customers do with cards. `payables` are the rooms that are paid so. */
export const cardsApi = (payables: CardPayables) => ({ start: start(payables), pending });

/** What staff do about charges that nobody told us of. */
export const cardsDeskApi = { listOpen, recordCharge };

import { listOpen, recordCharge } from './open-cards.ts';
import type { CardPayables } from './payable.ts';
import { pending, start } from './start-card-payment.ts';

export const cardsApi = (payables: CardPayables) => ({ start: start(payables), pending });

export const cardsDeskApi = { listOpen, recordCharge };

import { randomInt, randomUUID } from 'node:crypto';
import { orderReference, orderReferences } from '../../kernel/ids.ts';

/** What is shown at the door: nobody guesses another one's. */
export const newCode = (): string => orderReference(randomInt(orderReferences), randomUUID());

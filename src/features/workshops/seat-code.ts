import { randomInt, randomUUID } from 'node:crypto';
import { formatReference, referenceCount } from '../../kernel/order-reference.ts';

export const createSeatCode = (): string => formatReference(randomInt(referenceCount), randomUUID());

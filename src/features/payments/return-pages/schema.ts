import { z } from 'zod';
import { typedText } from '../../../kernel/typed-text.ts';

/** The id of an order or payment, or the card provider's own reference. */
export const OneReference = z.strictObject({ reference: typedText().min(1).max(64) });

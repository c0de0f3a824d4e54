import { z } from 'zod';
import { stripInvisible } from './strip-invisible.ts';

/** Base schema of short typed text, such as names, amounts and addresses. Not for notes: their characters stay. */
export const typedText = () => z.string().overwrite(stripInvisible).trim();

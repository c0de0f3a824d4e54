import { z } from 'zod';
import { stripInvisible } from './strip-invisible.ts';

/** Base schema of short typed text, such as names, amounts and addresses. Not for notes: their characters stay. */
export const typedText = () => z.string().overwrite(stripInvisible).trim();

/** Limits the number of words, which bounds the cost of name screening. */
export const hasMaxWords = (max: number) => (name: string) => name.split(/[^\p{L}\p{M}\p{N}'’.]+/u).length <= max;

export const isFullName = (name: string): boolean => /\p{L}/u.test(name) && hasMaxWords(12)(name);

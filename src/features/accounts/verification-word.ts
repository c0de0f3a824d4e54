import { z } from 'zod';

const Said = z.object({ email: z.string() });

/**
 * The address that a verification word names; whether the word is ours is for the sign-in library to say. Null for what
 * is no such word, or not written as we write them: a signature ends with bits that mean nothing, so that several texts
 * carry one, and a word is known again by its text.
 */
export function emailIn(word: string): string | null {
  const parts = word.split('.').map((part) => Buffer.from(part, 'base64url'));
  if (parts.map((part) => part.toString('base64url')).join('.') !== word) return null;
  try {
    return Said.safeParse(JSON.parse(String(parts[1]))).data?.email ?? null;
  } catch {
    return null;
  }
}

import { z } from 'zod';

/** Schema of a UUID. Converts to lower case, because ids in text columns and JSON are compared as text. */
export const UuidSchema = z.uuid().toLowerCase();

export const uuidWithMessage = (missing: string) => z.uuid(missing).toLowerCase();

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isUuid = (text: string): boolean => uuidShape.test(text);

/** Converts a UUID to lower case and returns any other text unchanged. */
export function normalizeUuid(text: string): string {
  const lowerCase = text.toLowerCase();
  return isUuid(lowerCase) ? lowerCase : text;
}

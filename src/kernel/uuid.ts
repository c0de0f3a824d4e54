import { z } from 'zod';

/** UUID in lower case: ids stored as text or JSON compare by characters. */
export const UuidSchema = z.uuid().toLowerCase();

export const uuidWithMessage = (missing: string) => z.uuid(missing).toLowerCase();

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isUuid = (text: string): boolean => uuidShape.test(text);

/** Lower-cases a UUID; any other text stays as it is. */
export function normalizeUuid(text: string): string {
  const lowerCase = text.toLowerCase();
  return isUuid(lowerCase) ? lowerCase : text;
}

import { z } from 'zod';

/**
 * An id as the database writes it, which takes one in capitals for the same. Whatever comes in is read so: kept as text
 * or inside of JSON, as the subject of a proposal is, it is found again by its letters, and nobody's own matter is
 * somebody else's for being written large.
 */
export const IdText = z.uuid().toLowerCase();

/** The same, with what is said where there is none. */
export const idOr = (missing: string) => z.uuid(missing).toLowerCase();

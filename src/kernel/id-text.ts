import { z } from 'zod';

/**
 * An id as the database writes it, which takes one in capitals for the same: for what is kept as text or inside of JSON
 * and found there again by its letters, such as the subject of a proposal.
 */
export const IdText = z.uuid().toLowerCase();

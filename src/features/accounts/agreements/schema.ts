import { z } from 'zod';
import { legalDocumentKinds } from './legal-documents.ts';

const Version = z.strictObject({ document: z.enum(legalDocumentKinds), version: z.string().min(1).max(20) });

/** The versions that the screen showed. */
export const Agree = z.strictObject({ agreed: z.array(Version).min(1).max(legalDocumentKinds.length) });

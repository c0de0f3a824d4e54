import { z } from 'zod';
import { paperKinds } from './papers.ts';

const Version = z.strictObject({ document: z.enum(paperKinds), version: z.string().min(1).max(20) });

/** The texts that stood on the screen, in the versions that were shown. */
export const Agree = z.strictObject({ agreed: z.array(Version).min(1).max(paperKinds.length) });

import { z } from 'zod';
import { staffRoles } from './role.ts';

export const ProposeRole = z.strictObject({
  email: z.string().trim().toLowerCase().pipe(z.email('Enter a valid e-mail address')).pipe(z.string().max(254)),
  role: z.enum(staffRoles),
  act: z.enum(['grant', 'revoke']),
  /** For the second person, and for whoever reads the log. */
  why: z.string().trim().min(3, 'Say why').max(300),
});

import { z } from 'zod';
import { typedText } from '../../../kernel/typed-text.ts';
import { staffRoles } from './role.ts';

export const ProposeRole = z.strictObject({
  email: typedText().toLowerCase().pipe(z.email('Enter a valid email address')).pipe(z.string().max(254)),
  role: z.enum(staffRoles),
  act: z.enum(['grant', 'revoke']),
  why: z.string().trim().min(3, 'Enter a reason').max(300),
});

import { z } from 'zod';

export const staffMessages = {
  'staff.not_allowed': { status: 403, title: 'Error', text: 'Your role does not include this.', params: z.object({}) },
} as const;

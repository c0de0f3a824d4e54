import type { ComponentProps } from 'react';
import { Field } from '../../../../ui/field.tsx';

export const EmailField = (props: Omit<ComponentProps<typeof Field>, 'label'>) => (
  <Field {...props} label="Email" type="email" inputMode="email" autoCapitalize="none" spellCheck={false} />
);

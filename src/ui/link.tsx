import type { Ref } from 'react';
import { type LinkProps, Link as RouterLink } from 'react-router';
import { isPublicPage } from '../screens.ts';

/** Link that loads public pages as documents and navigates to application screens in the browser. */
export const Link = ({ to, ...rest }: LinkProps & { to: string; ref?: Ref<HTMLAnchorElement> | undefined }) => (
  <RouterLink {...rest} to={to} discover="none" reloadDocument={isPublicPage(to)} />
);

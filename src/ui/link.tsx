import type { Ref } from 'react';
import { type LinkProps, Link as RouterLink } from 'react-router';
import { isPublicPage } from '../screens.ts';

/** Links to public pages load a document; links between app screens navigate. */
export const Link = ({ to, ...rest }: LinkProps & { to: string; ref?: Ref<HTMLAnchorElement> | undefined }) => (
  <RouterLink {...rest} to={to} discover="none" reloadDocument={isPublicPage(to)} />
);

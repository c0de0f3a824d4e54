import type { Ref } from 'react';
import { type LinkProps, Link as RouterLink } from 'react-router';
import { isDocument } from '../screens.ts';

/**
 * A link of our own site. Between screens of the application it changes the screen; to a public page, which is a
 * document, it loads that as any link does.
 */
export const Link = ({ to, ...rest }: LinkProps & { to: string; ref?: Ref<HTMLAnchorElement> | undefined }) => (
  <RouterLink {...rest} to={to} discover="none" reloadDocument={isDocument(to)} />
);

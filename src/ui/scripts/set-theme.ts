import { applyTheme, getThemeChoice } from '../theme.ts';

/** Runs in the head, so that the first paint has the theme and the frame of the page. */
applyTheme(getThemeChoice());
document.documentElement.dataset['frame'] = /^\/admin(\/|$)/.test(location.pathname) ? 'desk' : 'site';

import { series } from './screens/practices/cases.ts';

/** The exercises that a lesson can place (`practice:`), by their ids. */
export const practices: readonly string[] = ['price-order', 'send-with-tag', ...Object.keys(series)];

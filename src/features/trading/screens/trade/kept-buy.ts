import { forgetOwn, type Kept, keepOwn, readOwn } from '../../../../ui/own-kept.ts';
import type { BuyForm } from './buy-form.ts';

const key = 'kept-buy';

/**
 * Keeps a purchase as far as it was typed, in this tab alone and of its person alone: while they read the lesson before
 * a first order, or the page is loaded anew.
 */
export const keepBuy = (form: Readonly<Record<string, unknown>>): void => keepOwn(key, form);

/** What was kept as it lies there, by the names of its fields; nothing where nothing was. */
export const readKept = (): Kept => readOwn(key);

/** What was kept, or this empty form. What another release kept is taken as far as it is known here. */
export function keptBuy(empty: BuyForm): BuyForm {
  const known = Object.entries(readKept()).filter(([name]) => Object.hasOwn(empty, name));
  return { ...empty, ...Object.fromEntries(known), another: false };
}

/** It stands in the form again. */
export const forgetBuy = (): void => forgetOwn(key);

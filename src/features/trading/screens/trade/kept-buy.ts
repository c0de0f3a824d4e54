import type { BuyForm } from './buy-form.ts';

const key = 'kept-buy';

/**
 * Keeps a purchase as far as it was typed, in this tab alone: while its customer reads the lesson before a first order,
 * or the page is loaded anew.
 */
export function keepBuy(form: Readonly<Record<string, unknown>>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(form));
  } catch {
    // Nothing to keep it in: the form begins empty then.
  }
}

/** What was kept as it lies there, by the names of its fields; nothing where nothing was. */
export function readKept(): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

/** What was kept, or this empty form. What another release kept is taken as far as it is known here. */
export function keptBuy(empty: BuyForm): BuyForm {
  const known = Object.entries(readKept()).filter(([name]) => Object.hasOwn(empty, name));
  return { ...empty, ...Object.fromEntries(known), another: false };
}

/** It stands in the form again. */
export function forgetBuy(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

import { type BuyForm, emptyBuy } from './buy-form.ts';

const key = 'kept-buy';

/** Keeps a purchase as it was typed while its customer reads the lesson before a first order, in this tab alone. */
export function keepBuy(form: BuyForm): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(form));
  } catch {
    // Nothing to keep it in: the form begins empty then.
  }
}

/** What was kept, or an empty form. What another release kept is taken as far as it is known here. */
export function keptBuy(): BuyForm {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return emptyBuy;
    const known = Object.entries(kept).filter(([name]) => Object.hasOwn(emptyBuy, name));
    return { ...emptyBuy, ...Object.fromEntries(known), another: false };
  } catch {
    return emptyBuy;
  }
}

/** It stands in the form again. */
export function forgetBuy(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}

/** Returns the last digits, because banks mask the first digits and pad with zeros. */
const getVisibleDigits = (account: string): string =>
  (account.split(/[*x•]/i).at(-1) ?? '').replaceAll(/\D/g, '').replace(/^0+/, '');

export function mayBeSameAccount(account: string, another: string): boolean {
  const [one, other] = [getVisibleDigits(account), getVisibleDigits(another)];
  return one.endsWith(other) || other.endsWith(one);
}

/** What follows whatever a bank hides of an account: its digits without the zeros it is filled up with. */
const shownEnd = (account: string): string =>
  (account.split(/[*x•]/i).at(-1) ?? '').replaceAll(/\D/g, '').replace(/^0+/, '');

/** One is written with its branch or with zeros in front, where of the other the end alone is shown. */
export function mayBeOneAccount(account: string, another: string): boolean {
  const [one, other] = [shownEnd(account), shownEnd(another)];
  return one.endsWith(other) || other.endsWith(one);
}

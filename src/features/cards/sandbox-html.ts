import { escaped } from '../../kernel/markup.ts';
import { groupedMoney, minorUnits } from '../../kernel/money.ts';
import { sandboxCode, type TestCardName, testCards } from './sandbox-cards.ts';

const style =
  'body{font:16px/24px system-ui;margin:0 auto;max-width:480px;padding:24px 16px;background:#eef1f4;color:#15211b}' +
  'main{background:#fff;border:1px solid #aab4bd;border-radius:8px;padding:20px}h1{font-size:20px;margin:0 0 4px}' +
  'p{margin:8px 0}strong{font-size:24px}label{display:block;padding:10px 0;border-top:1px solid #dfe4e8}' +
  'input[type=text]{display:block;width:100%;box-sizing:border-box;font:inherit;padding:10px;margin-top:4px}' +
  'small{display:block;color:#4a5560;padding-left:28px}button{font:inherit;padding:12px 20px;margin-top:16px;width:100%}' +
  'fieldset{border:0;padding:0;margin:12px 0}legend{font-weight:600}a{color:#0b5a3c}';

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en-JM"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escaped(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;

/** What the page may do: draw itself, and send its form to itself and on to where it leads back. */
export const sandboxPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const due = (asked: URLSearchParams): string => {
  const mark = asked.get('currency') === 'USD' ? 'US$' : 'J$';
  const amount = groupedMoney(minorUnits(asked.get('amount') ?? '0'));
  return `<h1>Sandbox card page</h1><p>No real card, no real money.</p><p>${escaped(asked.get('description') ?? '')}</p>
    <p><strong>${mark}${amount}</strong></p>`;
};

const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escaped(value)}">`;
const back = (href: string, text: string) => `<p><a href="${escaped(href)}">${text}</a></p>`;

type CardForm = { readonly link: string; readonly asked: URLSearchParams; readonly cancel: string };

/** Which test card, and whose name is on it. */
export function cardForm({ link, asked, cancel }: CardForm): string {
  const cards = Object.entries(testCards).map(
    ([name, { number, does }], n) =>
      `<label><input type="radio" name="card" value="${name}"${n === 0 ? ' checked' : ''}> ${number}<small>${does}</small></label>`,
  );
  const form = `<form method="post" action="/dev/card">${hidden('link', link)}
    <fieldset><legend>Test card</legend>${cards.join('')}</fieldset>
    <label>Name on card<input type="text" name="name" maxlength="80" required autocomplete="off"></label>
    <button type="submit">Pay</button></form>`;
  return page('Sandbox card page', due(asked) + form + back(cancel, 'Cancel'));
}

type Code = CardForm & { readonly card: TestCardName; readonly name: string; readonly wrong: boolean };

/** The second step of the bank. */
export function codeForm({ link, asked, cancel, card, name, wrong }: Code): string {
  const form = `<form method="post" action="/dev/card">${hidden('link', link)}${hidden('card', card)}${hidden('name', name)}
    ${wrong ? '<p role="alert">That is not the code.</p>' : ''}
    <label>Code of your bank (${sandboxCode})<input type="text" name="code" maxlength="10" required autocomplete="off"></label>
    <button type="submit">Confirm</button></form>`;
  return page('Sandbox bank', due(asked) + form + back(cancel, 'Cancel'));
}

const said = {
  declined: ['Declined', 'Your bank declined this card. Nothing was charged.'],
  silent: ['No answer', 'Your bank does not answer. We do not know whether you were charged.'],
  late: ['Please wait', 'Your bank takes its time. You may go back: the shop is told as soon as it answers.'],
  invalid: ['This link does not count', 'It was changed, or its time is over. Begin again where you came from.'],
} as const;

type Ways = { readonly again?: string; readonly cancel?: string; readonly success?: string };

/** How it came out, where it does not lead back by itself. */
export function outcomePage(outcome: keyof typeof said, { again, cancel, success }: Ways): string {
  const [title, text] = said[outcome];
  const ways = [
    again && back(again, 'Try another card'),
    success && back(success, 'Back to the shop'),
    cancel && back(cancel, 'Cancel'),
  ];
  return page(title, `<h1>${title}</h1><p>${text}</p>${ways.filter(Boolean).join('')}`);
}

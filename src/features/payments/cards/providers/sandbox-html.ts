import { escapeHtml } from '../../../../kernel/markup.ts';
import { formatGroupedMinorUnits, parseMinorUnits } from '../../../../kernel/money.ts';
import { sandboxCode, type TestCardName, testCards } from './sandbox-cards.ts';

const style =
  'body{font:16px/24px system-ui;margin:0 auto;max-width:480px;padding:24px 16px;background:#eef1f4;color:#15211b}' +
  'main{background:#fff;border:1px solid #aab4bd;border-radius:8px;padding:20px}h1{font-size:20px;margin:0 0 4px}' +
  'p{margin:8px 0}strong{font-size:24px}label{display:block;padding:10px 0;border-top:1px solid #dfe4e8}' +
  'input[type=text]{display:block;width:100%;box-sizing:border-box;font:inherit;padding:10px;margin-top:4px}' +
  'small{display:block;color:#4a5560;padding-left:28px}button{font:inherit;padding:12px 20px;margin-top:16px;width:100%}' +
  'fieldset{border:0;padding:0;margin:12px 0}legend{font-weight:600}a{color:#0b5a3c}';

const renderPage = (title: string, body: string): string =>
  `<!doctype html><html lang="en-JM"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;

export const sandboxPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const renderDue = (query: URLSearchParams): string => {
  const symbol = query.get('currency') === 'USD' ? 'US$' : 'J$';
  const amount = formatGroupedMinorUnits(parseMinorUnits(query.get('amount') ?? '0'));
  return `<h1>Sandbox card page</h1><p>No real card, no real money.</p><p>${escapeHtml(query.get('description') ?? '')}</p>
    <p><strong>${symbol}${amount}</strong></p>`;
};

const renderHidden = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
const renderLink = (href: string, text: string) => `<p><a href="${escapeHtml(href)}">${text}</a></p>`;

type CardForm = { readonly link: string; readonly query: URLSearchParams; readonly cancel: string };

export function renderCardForm({ link, query, cancel }: CardForm): string {
  const cards = Object.entries(testCards).map(
    ([name, { number, description: does }], n) =>
      `<label><input type="radio" name="card" value="${name}"${n === 0 ? ' checked' : ''}> ${number}<small>${does}</small></label>`,
  );
  const form = `<form method="post" action="/dev/card">${renderHidden('link', link)}
    <fieldset><legend>Test card</legend>${cards.join('')}</fieldset>
    <label>Name on card<input type="text" name="name" maxlength="80" required autocomplete="off"></label>
    <button type="submit">Pay</button></form>`;
  return renderPage('Sandbox card page', renderDue(query) + form + renderLink(cancel, 'Cancel'));
}

type Code = CardForm & { readonly card: TestCardName; readonly name: string; readonly isWrong: boolean };

export function renderCodeForm({ link, query, cancel, card, name, isWrong }: Code): string {
  const form = `<form method="post" action="/dev/card">${renderHidden('link', link)}${renderHidden('card', card)}${renderHidden('name', name)}
    ${isWrong ? '<p role="alert">That code is wrong. Please try again.</p>' : ''}
    <label>Code from your bank (${sandboxCode})<input type="text" name="code" maxlength="10" required autocomplete="off"></label>
    <button type="submit">Confirm</button></form>`;
  return renderPage('Sandbox bank', renderDue(query) + form + renderLink(cancel, 'Cancel'));
}

const outcomeTexts = {
  declined: ['Declined', 'Your bank declined this card. Nothing was charged.'],
  silent: ['No response', "Your bank isn't responding. We don't know if you were charged."],
  late: [
    'Please wait',
    'Your bank is slow to respond. You can go back. The shop will get the result when your bank responds.',
  ],
  invalid: ['This link is not valid', 'It was changed or has expired. Please start again in the shop.'],
} as const;

type ReturnLinks = { readonly again?: string; readonly cancel?: string; readonly success?: string };

export function renderOutcome(outcome: keyof typeof outcomeTexts, { again, cancel, success }: ReturnLinks): string {
  const [title, text] = outcomeTexts[outcome];
  const ways = [
    again && renderLink(again, 'Try another card'),
    success && renderLink(success, 'Back to the shop'),
    cancel && renderLink(cancel, 'Cancel'),
  ];
  return renderPage(title, `<h1>${title}</h1><p>${text}</p>${ways.filter(Boolean).join('')}`);
}

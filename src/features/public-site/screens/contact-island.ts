import { formatMessages } from '../../../kernel/message-template.ts';
import { type OfficialContact, toOfficialContact } from '../../scam-reports/lookalikes/brand-match.ts';
import { type ContactResult, checkMessage, type Found } from '../../scam-reports/lookalikes/contact-check.ts';
import { lookupLabels } from './lookup-labels.ts';

export const contactMessages = {
  ours: { look: 'ok', title: 'This is ours: {name}', text: '{how}' },
  foreign: {
    look: 'bad',
    title: 'This is not ours',
    text: "Don't reply, pay or click. Anyone who uses it in our name is a scammer.",
  },
  alike: {
    look: 'bad',
    title: 'This is a fake made to look like ours',
    text: "It's made to trick you. Don't reply, pay or click, and please report it to us.",
  },
  account: {
    look: 'wait',
    title: 'We never send bank details or wallet addresses in messages',
    text: 'Ours appear only inside your order, after you sign in here. Compare it there.',
  },
  secret: {
    look: 'bad',
    title: 'This looks like a recovery phrase',
    text: 'We removed it from the box. Never share your recovery phrase: anyone who asks for it wants your coins.',
  },
  unclear: {
    look: 'wait',
    title: "We can't tell what this is",
    text: 'Paste the whole message, an email address, a phone number with area code, a link or a contract address.',
  },
} as const satisfies Record<ContactResult['is'], { look: 'ok' | 'bad' | 'wait'; title: string; text: string }>;

/** Shown above a mix of our contacts and others, because scammers mix both to look genuine. */
export const mixedMessage =
  'This message mixes our contacts with others. It is not from us: scammers mix real and false details.';

/** Every positive result includes a caution, because senders can be forged. */
export const oursText: Record<OfficialContact['kind'], string> = {
  email:
    'You can write to it safely. But senders can be faked: a message that asks for money or a code is not from us.',
  phone: 'You can call it safely. But a caller can show a false number: hang up and call us back.',
  site: 'Make sure your browser shows exactly this address, from start to end.',
  page: 'This exact page is ours. Other pages on that site are not, even with a similar name.',
  token: 'This is the contract address of the token.',
};

function renderNotice({ text: written, verdict }: Found, alone: boolean): HTMLElement {
  const { look, title, text } = getMessage(verdict);
  const piece = alone || written === '' ? [] : [createElement('p', written)];
  for (const line of piece) line.className = 'code';
  const notice = createElement('div', [
    createElement('div', [...piece, createElement('b', title), createElement('p', text)]),
  ]);
  notice.className = `notice ${look}`;
  return notice;
}

function renderFindings(found: readonly Found[]): HTMLElement[] {
  const notices = found.map((finding) => renderNotice(finding, found.length === 1));
  const own = found.filter(({ verdict }) => verdict.is === 'ours').length;
  const mixed = own > 0 && own < found.length;
  if (!mixed) return notices;
  const first = createElement('div', mixedMessage);
  first.className = 'notice bad';
  return [first, ...notices];
}

const getMessage = (verdict: ContactResult) =>
  verdict.is === 'ours'
    ? formatMessages(contactMessages.ours, { name: verdict.name, how: oursText[verdict.kind] })
    : contactMessages[verdict.is];

const isKind = (text: string | undefined): text is OfficialContact['kind'] =>
  text !== undefined && Object.hasOwn(oursText, text);

const readKnownContacts = (page: HTMLElement): OfficialContact[] =>
  [...page.querySelectorAll<HTMLElement>('[data-official]')].flatMap(({ dataset }): OfficialContact[] => {
    const { official: kind, name = '', value = '' } = dataset;
    if (!isKind(kind) || value === '') return [];
    return [kind === 'site' ? toOfficialContact(name, value) : { kind, name, value }];
  });

function createElement(tag: 'div' | 'b' | 'p', text: string | Node[]): HTMLElement {
  const element = document.createElement(tag);
  element.append(...(typeof text === 'string' ? [text] : text));
  return element;
}

/** False for recovery phrases, which never leave the device. */
const canLookUp = ({ verdict: { is } }: Found): boolean => is !== 'ours' && is !== 'secret';

/** Sends the text to the server only when the user clicks the button (ADR 22). */
function createWarningsSearch(searchableTexts: string): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn line';
  button.textContent = lookupLabels.button;
  const place = createElement('div', [createElement('p', lookupLabels.sends), button]);
  place.className = 'stack';
  button.addEventListener('click', async () => {
    button.disabled = true;
    const { renderWarnings: warningsAbout } = await import('./warnings-lookup.ts');
    place.replaceChildren(await warningsAbout(searchableTexts));
  });
  return place;
}

export default function startCheck(page: HTMLElement): void {
  const form = page.querySelector<HTMLFormElement>('form[data-check]');
  const field = form?.querySelector('textarea');
  const place = form?.querySelector('.verdict');
  if (!form || !field || !place) return;
  const compare = () => {
    const found = checkMessage(field.value, readKnownContacts(page));
    if (found[0]?.verdict.is === 'secret') field.value = '';
    const shownFindings: readonly Found[] =
      found.length > 0 ? found : [{ text: field.value, verdict: { is: 'unclear' } }];
    const asked = shownFindings.filter(canLookUp).map(({ text }) => text);
    place.replaceChildren(
      ...renderFindings(shownFindings),
      ...(asked.length > 0 ? [createWarningsSearch(asked.join('\n'))] : []),
    );
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    compare();
  });
  // Enter submits; Shift+Enter starts a new line.
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    compare();
  });
  // The user may have pasted text before the script loaded.
  if (field.value !== '') compare();
}

import { said } from '../../../kernel/said.ts';
import { type Known, knownByAddress } from '../../scam-reports/imitation/alike.ts';
import type { ContactResult } from '../../scam-reports/imitation/contact-check.ts';
import { checkMessage, type Found } from '../../scam-reports/imitation/message-check.ts';
import { lookWords } from './look-words.ts';

/** What is said of what was pasted. */
export const contactSayings = {
  ours: { look: 'ok', title: 'This is ours: {name}', text: '{how}' },
  foreign: {
    look: 'bad',
    title: 'This is not ours',
    text: 'Do not answer, pay or click. Whoever uses it in our name is an impostor.',
  },
  alike: {
    look: 'bad',
    title: 'This is not ours, but made to look like it',
    text: 'Somebody wants you to take it for us. Do not answer, pay or click, and tell us about it.',
  },
  account: {
    look: 'wait',
    title: 'We never send accounts or wallets in messages',
    text: 'The only ones that are ours stand inside your own order, after you signed in here. Compare it there.',
  },
  secret: {
    look: 'bad',
    title: 'These words open a wallet',
    text: 'We removed them from the box. Give them to nobody: whoever asks for them wants your coins.',
  },
  unclear: {
    look: 'wait',
    title: 'We cannot tell what this is',
    text: 'Paste the message as you got it, or an email address, a phone number with area code, a link or a contract address.',
  },
} as const satisfies Record<ContactResult['is'], { look: 'ok' | 'bad' | 'wait'; title: string; text: string }>;

/** Said above what was found in a message, where not all of it is ours: whoever reads one 'ours' might stop there. */
export const messageSaying =
  'A message that names one thing of ours and another that is not is not from us: impostors mix them.';

/** An address of ours can be forged as a sender; that is said with every yes. */
export const oursText: Record<Known['kind'], string> = {
  email:
    'Write to it safely. A sender can be forged, though: if the message asks for money or a code, it is not from us.',
  phone: 'Call it safely. A caller can show a false number, though: hang up and call us back.',
  site: 'Make sure that your browser shows exactly this address, from beginning to end.',
  page: 'This very page is ours. Others on the same site are not, whatever they are called.',
  token: 'This is the contract address of the token.',
};

/** As it was written where it stands among others, and what is said of it. */
function noticeOf({ text: written, verdict }: Found, alone: boolean): HTMLElement {
  const { look, title, text } = sayingOf(verdict);
  const piece = alone || written === '' ? [] : [element('p', written)];
  for (const line of piece) line.className = 'code';
  const notice = element('div', [element('div', [...piece, element('b', title), element('p', text)])]);
  notice.className = `notice ${look}`;
  return notice;
}

/** What is said of all that was found. */
function answerTo(found: readonly Found[]): HTMLElement[] {
  const notices = found.map((one) => noticeOf(one, found.length === 1));
  const own = found.filter(({ verdict }) => verdict.is === 'ours').length;
  const mixed = own > 0 && own < found.length;
  if (!mixed) return notices;
  const first = element('div', messageSaying);
  first.className = 'notice bad';
  return [first, ...notices];
}

const sayingOf = (verdict: ContactResult) =>
  verdict.is === 'ours'
    ? said(contactSayings.ours, { name: verdict.name, how: oursText[verdict.kind] })
    : contactSayings[verdict.is];

const isKind = (text: string | undefined): text is Known['kind'] => text !== undefined && Object.hasOwn(oursText, text);

/** What stands on the page as ours. */
const knownOn = (page: HTMLElement): Known[] =>
  [...page.querySelectorAll<HTMLElement>('[data-official]')].flatMap(({ dataset }): Known[] => {
    const { official: kind, name = '', value = '' } = dataset;
    // Empty is what the settings do not have.
    if (!isKind(kind) || value === '') return [];
    return [kind === 'site' ? knownByAddress(name, value) : { kind, name, value }];
  });

function element(tag: 'div' | 'b' | 'p', text: string | Node[]): HTMLElement {
  const made = document.createElement(tag);
  made.append(...(typeof text === 'string' ? [text] : text));
  return made;
}

/** What is not ours may be warned of; the words of a wallet are sent nowhere at all. */
const looksUp = ({ verdict: { is } }: Found): boolean => is !== 'ours' && is !== 'secret';

/** Looks up what was found, once somebody presses the button that says so (decision 051). */
function warningsLook(asked: string): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn line';
  button.textContent = lookWords.button;
  const place = element('div', [element('p', lookWords.sends), button]);
  place.className = 'stack';
  button.addEventListener('click', async () => {
    button.disabled = true;
    const { warningsAbout } = await import('./warnings-look.ts');
    place.replaceChildren(await warningsAbout(asked));
  });
  return place;
}

/** Makes the box compare what is pasted with the list on the page. */
export default function startCheck(page: HTMLElement): void {
  const form = page.querySelector<HTMLFormElement>('form[data-check]');
  const field = form?.querySelector('textarea');
  const place = form?.querySelector('.verdict');
  if (!form || !field || !place) return;
  const compare = () => {
    const found = checkMessage(field.value, knownOn(page));
    if (found[0]?.verdict.is === 'secret') field.value = '';
    const told: readonly Found[] = found.length > 0 ? found : [{ text: field.value, verdict: { is: 'unclear' } }];
    const asked = told.filter(looksUp).map(({ text }) => text);
    place.replaceChildren(...answerTo(told), ...(asked.length > 0 ? [warningsLook(asked.join('\n'))] : []));
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    compare();
  });
  // Enter asks, as in a field of one line; with Shift it begins another.
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    compare();
  });
  // Whoever was quicker than this script is answered now.
  if (field.value !== '') compare();
}

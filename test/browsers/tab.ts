import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, expect } from '@playwright/test';
import type { SampleFile } from '../journeys/sample-files.ts';
import type { Session } from './webdriver.ts';

const selectors = {
  /** The answers of the first question without a choice. */
  answer: 'fieldset:not(:has(:checked)) input',
  button: 'button:not([role]), summary, [role=button]',
  field: 'input:not([type=hidden]), select, textarea',
  heading: 'h1, h2, h3, h4',
  link: 'a[href]',
} as const;

type Role = keyof typeof selectors;
type Name = string | RegExp;

/** Returns the first usable element with that name, from an open dialog first. Null until two calls find it there. */
const findInPage = `
  const [selector, pattern] = arguments;
  const textOf = (node) => {
    const copy = node?.cloneNode(true);
    for (const hidden of copy?.querySelectorAll('select, textarea, [aria-hidden=true]') ?? []) hidden.remove();
    return copy?.textContent ?? '';
  };
  const nameOf = (element) => [
    (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => textOf(document.getElementById(id))).join(' '),
    element.getAttribute('aria-label') ?? '',
    [...(element.labels ?? [])].map(textOf).join(' '),
    textOf(element),
  ].map((name) => name.replace(/\\s+/g, ' ').trim()).find((name) => name !== '') ?? '';
  const unusable = ':disabled, [aria-disabled=true]';
  const isFound = (element) =>
    new RegExp(pattern).test(nameOf(element)) && element.checkVisibility() && !element.matches(unusable);
  const within = [...document.querySelectorAll('dialog[open], [role=dialog]'), document];
  const found = within.flatMap((part) => [...part.querySelectorAll(selector)]).find(isFound);
  if (!found) return null;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y } = found.getBoundingClientRect();
  const isStill = window.target?.found === found && window.target.at === x + ' ' + y;
  window.target = { found, at: x + ' ' + y };
  return isStill ? found : null`;

const watchClick = `
  const [target] = arguments;
  window.missed = true;
  target.addEventListener('click', () => { window.missed = false; }, { once: true, capture: true });`;
/** False on the page that a click opened, too. */
const isMissed = 'return window.missed === true';

/** Not WebDriver's clear: React restores the text when that takes the focus away. */
const selectText = `
  const [field] = arguments;
  field.focus();
  field.select();`;

const readText = `return document.body?.innerText.replace(/\\s+/g, ' ') ?? ''`;
const isChecked = 'return arguments[0].checked';
const findOption = `
  const [select, label] = arguments;
  return [...select.options].find((option) => option.text.trim() === label || option.value === label) ?? null`;

const reference = 'element-6066-11e4-a52e-4f735466cecf';
type Element = { readonly [reference]: string };

const escapePattern = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
const toPattern = (name: Name) => (typeof name === 'string' ? `^${escapePattern(name)}$` : name.source);

/** Window of a story. Actions find their target by role and name, and wait until it can be used. */
export class Tab {
  readonly #session: Session;
  readonly #baseURL: string;

  constructor(session: Session, baseURL: string) {
    this.#session = session;
    this.#baseURL = baseURL;
  }

  readonly open = async (path: string): Promise<void> => {
    await this.#session.send('navigate', { url: new URL(path, this.#baseURL).href });
  };

  readonly signIn = async (request: APIRequestContext): Promise<void> => {
    await this.open('/robots.txt');
    for (const { name, value, path, httpOnly, sameSite } of (await request.storageState()).cookies)
      await this.#session.send('addCookie', { cookie: { name, value, path, httpOnly, sameSite } });
  };

  readonly press = (role: 'button' | 'link', name: Name): Promise<void> => this.#act(role, name, this.#click);

  readonly fill = (label: Name, text: string): Promise<void> =>
    this.#act('field', label, async (id) => {
      await this.#run(selectText, { [reference]: id });
      await this.#session.send('type', { id, text });
    });

  readonly fillDate = (label: Name, day: string): Promise<void> => this.fill(label, this.#session.dateKeys(day));

  readonly check = (label: Name): Promise<void> =>
    this.#act('field', label, async (id) => {
      if (!(await this.#run(isChecked, { [reference]: id }))) await this.#click(id);
    });

  readonly answerAll = async (): Promise<number> => {
    for (let answered = 0; ; answered++) {
      // The first call waits for the page to be still.
      const answer = (await this.#find('answer', /./)) ?? (await this.#find('answer', /./));
      if (!answer) return answered;
      await this.#session.send('click', { id: answer[reference] });
    }
  };

  readonly choose = (label: Name, option: string): Promise<void> =>
    this.#act('field', label, async (id) => {
      const found = (await this.#run(findOption, { [reference]: id }, option)) as Element | null;
      expect(found, `option ${option}`).not.toBeNull();
      await this.#session.send('click', { id: found?.[reference] ?? '' });
    });

  readonly attach = async (label: Name, { name, buffer }: SampleFile): Promise<void> => {
    const path = join(mkdtempSync(join(tmpdir(), 'cryptocommerce-file-')), name);
    writeFileSync(path, buffer);
    await this.#act('field', label, (id) => this.#session.send('type', { id, text: path }));
  };

  readonly sees = async (...texts: Name[]): Promise<void> => {
    for (const text of texts)
      await expect
        .poll(() => this.read(), { message: `text ${text}` })
        .toMatch(new RegExp(typeof text === 'string' ? escapePattern(text) : text.source, 'i'));
  };

  readonly seesHeading = async (name: Name): Promise<void> =>
    expect.poll(() => this.#find('heading', name), { message: `heading ${name}` }).not.toBeNull();

  readonly isAt = async (path: RegExp): Promise<void> =>
    expect.poll(() => this.#session.send('currentUrl')).toMatch(path);

  readonly read = async (): Promise<string> => String(await this.#run(readText));

  readonly valueOf = async (label: Name): Promise<string> =>
    String(await this.#run('return arguments[0]?.value ?? ""', await this.#find('field', label)));

  readonly #run = (script: string, ...args: unknown[]): Promise<unknown> =>
    this.#session.send('execute', { script, args });

  /** Fails if the click misses: drivers click where the element was, even if it has moved in the meantime. */
  readonly #click = async (id: string): Promise<void> => {
    await this.#run(watchClick, { [reference]: id });
    await this.#session.send('click', { id });
    // No answer means that the click closed the page.
    expect(await this.#run(isMissed).catch(() => false), 'missed click').toBe(false);
  };

  readonly #find = async (role: Role, name: Name): Promise<Element | null> =>
    (await this.#run(findInPage, selectors[role], toPattern(name))) as Element | null;

  /** Repeats until it succeeds, because screens move and redraw while they load. */
  readonly #act = (role: Role, name: Name, act: (id: string) => Promise<unknown>): Promise<void> =>
    expect(async () => {
      const found = await this.#find(role, name);
      expect(found).not.toBeNull();
      await act(found?.[reference] ?? '');
    }, `${role} ${name}`).toPass();
}

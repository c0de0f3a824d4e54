import { SaxesParser } from 'saxes';

/** Fields that fetch, start or embed something when a document is opened or its fields are brought up to date. */
const fetching =
  /^(DDE|DDEAUTO|INCLUDE|INCLUDETEXT|INCLUDEPICTURE|IMPORT|LINK|EMBED|DATABASE|MACROBUTTON|CONTROL|HTMLCONTROL|RD|PRINT)$/;

/** Whether the code of a field does such a thing. Letters by their numbers are a way to hide one. */
export function fetches(code: string): boolean {
  const [first = '', second = ''] = code
    .trim()
    .toUpperCase()
    .split(/[\s"\\]+/);
  return fetching.test(first) || (first === 'QUOTE' && /^\d+$/.test(second));
}

/** Parts of a page that start or carry something else. */
const carriers = new Set(['altchunk', 'object', 'oleobject', 'control', 'subdoc', 'attachedtemplate', 'movie', 'ocx']);

export type Relation = { readonly type: string; readonly target: string; readonly outside: boolean };
export type Part = {
  readonly active: boolean;
  readonly relations: readonly Relation[];
  /** What each part is said to be: by its name, or by its ending. */
  readonly types: readonly { readonly of: string; readonly type: string }[];
};

/** Follows fields while a part is read: their code may be cut into pieces, and stand within another's. */
function fieldsOf() {
  const open: { code: string; coding: boolean }[] = [];
  let active = false;
  const judge = (code: string) => {
    active ||= fetches(code);
  };
  return {
    turn: (kind: string) => {
      const top = open.at(-1);
      if (kind === 'begin') open.push({ code: '', coding: true });
      if (kind !== 'begin' && top?.coding) judge(top.code);
      if (kind === 'separate' && top) top.coding = false;
      if (kind === 'end') open.pop();
    },
    code: (text: string) => {
      const top = open.at(-1);
      if (top) top.code += text;
      else judge(text);
    },
    whole: judge,
    isActive: () => active || open.some(({ code }) => fetches(code)),
  };
}

type Attributes = Readonly<Record<string, string>>;
const attributesOf = (given: Readonly<Record<string, { local: string; value: string }>>): Attributes =>
  Object.fromEntries(Object.values(given).map(({ local, value }) => [local.toLowerCase(), value]));

/**
 * What one part says. Null: it cannot be read, or says what it is in a way that a reader may understand otherwise (an
 * own grammar, another alphabet than UTF-8).
 */
export function readPart(bytes: Buffer): Part | null {
  const relations: Relation[] = [];
  const types: { of: string; type: string }[] = [];
  const fields = fieldsOf();
  let carries = false;
  let inCode = false;
  const tags: Readonly<Record<string, (its: Attributes) => void>> = {
    relationship: ({ type = '', target = '', targetmode = '' }) =>
      relations.push({ type, target, outside: targetmode.toLowerCase() === 'external' }),
    default: ({ extension = '', contenttype = '' }) => types.push({ of: `.${extension}`, type: contenttype }),
    override: ({ partname = '', contenttype = '' }) => types.push({ of: partname, type: contenttype }),
    fldchar: ({ fldchartype = '' }) => fields.turn(fldchartype),
    fldsimple: ({ instr = '' }) => fields.whole(instr),
  };
  try {
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('doctype', () => {
      throw new Error('a grammar of its own');
    });
    parser.on('opentag', ({ local, attributes }) => {
      const name = local.toLowerCase();
      tags[name]?.(attributesOf(attributes));
      carries ||= carriers.has(name);
      inCode = name === 'instrtext' || name === 'delinstrtext';
    });
    parser.on('closetag', () => {
      inCode = false;
    });
    const take = (text: string) => inCode && fields.code(text);
    parser.on('text', take);
    parser.on('cdata', take);
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close();
    return { active: carries || fields.isActive(), relations, types };
  } catch {
    return null;
  }
}

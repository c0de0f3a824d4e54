import { SaxesParser } from 'saxes';

/** Fields that fetch, start or embed content when Word opens or updates them. */
const fetchingFields =
  /^(DDE|DDEAUTO|INCLUDE|INCLUDETEXT|INCLUDEPICTURE|IMPORT|LINK|EMBED|DATABASE|MACROBUTTON|CONTROL|HTMLCONTROL|RD|PRINT)$/;

/** Includes `QUOTE` with character codes, which can spell another field. */
export function isFetchingField(code: string): boolean {
  const [first = '', second = ''] = code
    .trim()
    .toUpperCase()
    .split(/[\s"\\]+/);
  return fetchingFields.test(first) || (first === 'QUOTE' && /^\d+$/.test(second));
}

const activeTags = new Set('altchunk object oleobject control subdoc attachedtemplate movie ocx mailmerge'.split(' '));

/** Namespaces that Word always reads. Word may skip elements of other namespaces with their content. */
const coreNamespaces = /^http:\/\/[\w.]+(\/ooxml)?\/(wordprocessingml(\/2006)?\/main|officeDocument\/(2006\/)?math)$/;
const fieldTags = /^(fldchar|fldsimple|instrtext|delinstrtext)$/;

export type Relation = { readonly type: string; readonly target: string; readonly isExternal: boolean };
export type Part = {
  readonly active: boolean;
  readonly relations: readonly Relation[];
  readonly types: readonly { readonly name: string; readonly type: string }[];
};

/** Assembles the codes of fields, which may be split and nested. */
function createFieldTracker() {
  const open: { code: string; isCode: boolean }[] = [];
  let active = false;
  const checkCode = (code: string) => {
    active ||= isFetchingField(code);
  };
  return {
    onFieldChar: (kind: string) => {
      if (!/^(begin|separate|end)$/.test(kind)) throw new Error('no part of a field');
      const innermost = open.at(-1);
      if (kind === 'begin') open.push({ code: '', isCode: true });
      if (kind !== 'begin' && innermost?.isCode) checkCode(innermost.code);
      if (kind === 'separate' && innermost) innermost.isCode = false;
      if (kind === 'end') open.pop();
    },
    code: (text: string) => {
      const top = open.at(-1);
      if (top) top.code += text;
      else checkCode(text);
    },
    checkWhole: checkCode,
    isActive: () => active || open.some(({ code }) => isFetchingField(code)),
  };
}

type Attributes = Readonly<Record<string, string>>;
/** Throws for duplicate local names, of which Word reads only the one in its own namespace. */
function getAttributes(raw: Readonly<Record<string, { local: string; value: string }>>): Attributes {
  const all = new Map(Object.values(raw).map(({ local, value }) => [local.toLowerCase(), value]));
  if (all.size < Object.keys(raw).length) throw new Error('duplicate attribute');
  return Object.fromEntries(all);
}

/** `foreign` counts the enclosing elements of other namespaces. */
const newStory = () => ({ fields: createFieldTracker(), foreign: 0 });

/** The parser's cost grows with the square of the depth. Documents nest about thirty elements. */
const maxDepth = 200;

/** Parses an XML part. Null when unreadable or ambiguous (a DOCTYPE, another encoding). */
export function readPart(bytes: Buffer): Part | null {
  const relations: Relation[] = [];
  const types: { name: string; type: string }[] = [];
  const stories = [newStory()];
  const story = () => stories.at(-1) ?? newStory();
  let hasActiveTag = false;
  let inCode = false;
  let depth = 0;
  const tags: Readonly<Record<string, (attributes: Attributes) => void>> = {
    relationship: ({ type = '', target = '', targetmode = '' }) =>
      relations.push({ type, target, isExternal: targetmode.toLowerCase() === 'external' }),
    default: ({ extension = '', contenttype = '' }) => types.push({ name: `.${extension}`, type: contenttype }),
    override: ({ partname = '', contenttype = '' }) => types.push({ name: partname, type: contenttype }),
    fldchar: ({ fldchartype = '' }) => story().fields.onFieldChar(fldchartype),
    fldsimple: ({ instr = '' }) => story().fields.checkWhole(instr),
  };
  try {
    const parser = new SaxesParser({ xmlns: true });
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('doctype', () => {
      throw new Error('a document type definition');
    });
    parser.on('opentag', ({ local, uri, attributes }) => {
      depth += 1;
      if (depth > maxDepth) throw new Error('too many nested elements');
      const name = local.toLowerCase();
      const isForeign = !coreNamespaces.test(uri);
      if (fieldTags.test(name) && (isForeign || story().foreign > 0)) throw new Error('a hidden field');
      if (name === 'txbxcontent') stories.push(newStory());
      else if (isForeign) story().foreign += 1;
      tags[name]?.(getAttributes(attributes));
      hasActiveTag ||= activeTags.has(name);
      inCode = name === 'instrtext' || name === 'delinstrtext';
    });
    parser.on('closetag', ({ local, uri }) => {
      depth -= 1;
      if (local.toLowerCase() === 'txbxcontent') hasActiveTag = stories.pop()?.fields.isActive() || hasActiveTag;
      else if (!coreNamespaces.test(uri)) story().foreign -= 1;
      inCode = false;
    });
    const onText = (text: string) => inCode && story().fields.code(text);
    parser.on('text', onText);
    parser.on('cdata', onText);
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close();
    return { active: hasActiveTag || story().fields.isActive(), relations, types };
  } catch {
    return null;
  }
}

import type { Unfit } from './unfit.ts';
import { type Part, type Relation, readPart } from './word-xml.ts';
import { unzip } from './zip.ts';

const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const otherTypes = /macro|vba|activex|oleobject|\.template\.|ms-word\.(?!stylesWithEffects|attachedToolbars)/i;
/** Parts that carry programs (macros) or other files. */
const carrying = /(^|\/)(vba|activex|embeddings|ctrlprops|attachedtoolbars)|\.(bin|docm|dotm|xlsm|pptm|exe|html?|rtf)$/;
/** What Word writes beside its text: pictures, fonts, drawings. */
const known = /\.(xml|rels|png|jpe?g|gif|bmp|tiff?|emf|wmf|wdp|svg|odttf|vml)$/;
const printer = /(^|\/)printersettings\d*\.bin$/;
const carryingLinks =
  /\/(afchunk|oleobject|package|control|vbaproject|attachedtemplate|subdocument|frame|keymapcustomizations|webextension\w*|extensibility)$/i;
const hyperlink = /\/hyperlink$/i;
const safely = /^(https?:\/\/|mailto:|#)/i;

/** A link may lead outside where a person follows it; nothing else may, for it would be fetched by itself. */
const leadsAstray = ({ type, target, outside }: Relation): boolean =>
  carryingLinks.test(type) || (outside && !(hyperlink.test(type) && safely.test(target)));

/** Parts that are read: all but data of other programs, which nothing does anything with. */
const isRead = (name: string): boolean => /\.(xml|rels|vml)$/.test(name) && !/^customxml\/item\d+\.xml$/.test(name);

const mainOf = (roots: Part): string =>
  roots.relations
    .find(({ type }) => /\/officedocument$/i.test(type))
    ?.target.replace(/^\//, '')
    .toLowerCase() ?? '';

type Files = ReadonlyMap<string, Buffer>;

/** Whether it says of itself that it is a document of Word: by its types, and by where they lead. */
function isDocument(types: Part, main: string): boolean {
  const said = types.types.find(({ of }) => of.toLowerCase() === `/${main}`);
  return main.endsWith('.xml') && said?.type.toLowerCase() === mainType.toLowerCase();
}

function unfitFiles(files: Files, types: Part): Unfit | null {
  if (types.types.some(({ type }) => otherTypes.test(type))) return 'word_active';
  for (const name of files.keys())
    if (!printer.test(name) && (carrying.test(name) || !known.test(name))) return 'word_active';
  for (const [name, bytes] of files) {
    if (name.endsWith('.svg') && /<script|javascript:|<foreignobject/i.test(bytes.toString('latin1')))
      return 'word_active';
    const part = isRead(name) ? readPart(bytes) : null;
    if (isRead(name) && !part) return 'unreadable';
    if (part?.active || part?.relations.some(leadsAstray)) return 'word_active';
  }
  return null;
}

/** `kind`: null for whatever is no document of Word. */
export type WordJudged = { readonly kind: 'docx' | 'doc' | null; readonly unfit: Unfit | null };

/** Something that could have been one, as far as its names tell. */
const looksLikeOne = (bytes: Buffer): boolean => bytes.includes('[Content_Types].xml') && bytes.includes('word/');

/** What an archive is, by what stands in it, and why it is not taken where it is a document of Word. */
export function judgeDocx(bytes: Buffer): WordJudged {
  const files = unzip(bytes);
  if (typeof files === 'string')
    return looksLikeOne(bytes) ? { kind: 'docx', unfit: files } : { kind: null, unfit: null };
  const [given, rootLinks] = [files.get('[content_types].xml'), files.get('_rels/.rels')];
  const [types, roots] = [given && readPart(given), rootLinks && readPart(rootLinks)];
  if (!types || !roots) return { kind: null, unfit: null };
  const main = mainOf(roots);
  // One with macros says that it is of another kind; whoever sends it hears why it is not taken.
  const isMacro = types.types.some(({ type }) => /ms-word\.document\.macroenabled\.main/i.test(type));
  if (isMacro) return { kind: 'docx', unfit: 'word_active' };
  if (!isDocument(types, main)) return { kind: null, unfit: null };
  if (!files.has(main)) return { kind: 'docx', unfit: 'unreadable' };
  return { kind: 'docx', unfit: unfitFiles(files, types) };
}

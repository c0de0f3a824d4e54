import type { FileRejection } from './rejection.ts';
import { type Part, type Relation, readPart } from './word-xml.ts';
import { unzip } from './zip.ts';

const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const otherTypes = /macro|vba|activex|oleobject|\.template\.|ms-word\.(?!stylesWithEffects|attachedToolbars)/i;
const activeParts =
  /(^|\/)(vba|activex|embeddings|ctrlprops|attachedtoolbars)|\.(bin|docm|dotm|xlsm|pptm|exe|html?|rtf)$/;
const knownParts = /\.(xml|rels|png|jpe?g|gif|bmp|tiff?|emf|wmf|wdp|svg|odttf|vml)$/;
const printerSettings = /(^|\/)printersettings\d*\.bin$/;
const activeLinks =
  /\/(afchunk|oleobject|package|control|vbaproject|attachedtemplate|subdocument|frame|keymapcustomizations|webextension\w*|extensibility)$/i;
const hyperlink = /\/hyperlink$/i;
const safeTarget = /^(https?:\/\/|mailto:|#)/i;

/** Returns true for external content that Word loads automatically. Only hyperlinks may be external. */
const isUnsafeRelation = ({ type, target, isExternal }: Relation): boolean =>
  activeLinks.test(type) || (isExternal && !(hyperlink.test(type) && safeTarget.test(target)));

/** Returns true when the content type of a part is XML. Word ignores the part's file name. */
const isMarkup = ({ types }: Part, name: string): boolean =>
  types.some(({ name: partName, type }) => {
    const lower = partName.toLowerCase();
    const isOfPart = lower.startsWith('.') ? name.endsWith(lower) : lower === `/${name}`;
    return isOfPart && /\+xml|vmldrawing/i.test(type) && !/^image\//i.test(type);
  });

/** Excludes custom XML data, which Word ignores. */
const mustParse = (name: string, types: Part): boolean =>
  (/\.(xml|rels|vml)$/.test(name) && !/^customxml\/item\d+\.xml$/.test(name)) || isMarkup(types, name);

const findMainPart = (rootPart: Part): string =>
  rootPart.relations
    .find(({ type }) => /\/officedocument$/i.test(type))
    ?.target.replace(/^\//, '')
    .toLowerCase() ?? '';

type Files = ReadonlyMap<string, Buffer>;

function isDocument(types: Part, mainPart: string): boolean {
  const mainEntry = types.types.find(({ name: of }) => of.toLowerCase() === `/${mainPart}`);
  return mainPart.endsWith('.xml') && mainEntry?.type.toLowerCase() === mainType.toLowerCase();
}

function checkFiles(files: Files, types: Part): FileRejection | null {
  if (types.types.some(({ type }) => otherTypes.test(type))) return 'word_active';
  if (types.types.some(({ name: of }) => of.includes('%'))) return 'unreadable';
  for (const name of files.keys())
    if (!printerSettings.test(name) && (activeParts.test(name) || !knownParts.test(name))) return 'word_active';
  for (const [name, bytes] of files) {
    if (name.endsWith('.svg') && /<script|javascript:|<foreignobject/i.test(bytes.toString('latin1')))
      return 'word_active';
    const part = mustParse(name, types) ? readPart(bytes) : null;
    if (mustParse(name, types) && !part) return 'unreadable';
    if (part?.active || part?.relations.some(isUnsafeRelation)) return 'word_active';
  }
  return null;
}

export type WordVerdict = { readonly kind: 'docx' | 'doc' | null; readonly rejection: FileRejection | null };

const looksLikeDocx = (bytes: Buffer): boolean => bytes.includes('[Content_Types].xml') && bytes.includes('word/');

export function checkDocx(bytes: Buffer): WordVerdict {
  const files = unzip(bytes);
  if (typeof files === 'string')
    return looksLikeDocx(bytes) ? { kind: 'docx', rejection: files } : { kind: null, rejection: null };
  const [contentTypes, rootLinks] = [files.get('[content_types].xml'), files.get('_rels/.rels')];
  const [types, roots] = [contentTypes && readPart(contentTypes), rootLinks && readPart(rootLinks)];
  if (!types || !roots) return { kind: null, rejection: null };
  const main = findMainPart(roots);
  const isMacro = types.types.some(({ type }) => /ms-word\.document\.macroenabled\.main/i.test(type));
  if (isMacro) return { kind: 'docx', rejection: 'word_active' };
  if (!isDocument(types, main)) return { kind: null, rejection: null };
  if (!files.has(main)) return { kind: 'docx', rejection: 'unreadable' };
  return { kind: 'docx', rejection: checkFiles(files, types) };
}

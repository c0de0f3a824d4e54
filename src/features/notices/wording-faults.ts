/** Why words cannot stand in a letter, said to whoever writes them. */
export const wordingFaults = {
  noSubject: 'A letter needs a subject.',
  longSubject: 'A subject is one line of at most {most} signs.',
  noText: 'A letter needs a text.',
  longText: 'At most {most} signs.',
  unseen: 'There are signs in it that cannot be seen. Type it anew instead of pasting it.',
  markup: 'The signs < and > do not belong into a letter: it is plain text.',
  brace: 'A brace stands alone. A place is written as {example}.',
  link:
    'Links and addresses are not written into the words: a letter has its button. ' +
    'Mind the blank after a full stop.',
  unknownPlace: 'This letter has no place {place}. It has {places}.',
  wholeSentence: '{place} is a whole sentence: it stands in the text, not in the subject.',
  missingPlace: 'Its reader must know this, and it is missing: {places}.',
  tooOften: '{place} stands there too often.',
} as const;

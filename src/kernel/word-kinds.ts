/** What documents of Word are called on the wire: as they are packed now, and as they were until 2007. */
export const docxKind = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
export const docKind = 'application/msword';
export const wordKinds: readonly string[] = [docxKind, docKind];

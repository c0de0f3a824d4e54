export const docxMimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
export const docMimeType = 'application/msword';
export const wordMimeTypes: readonly string[] = [docxMimeType, docMimeType];

/** Redrawing needs 5 bytes a pixel for JPEG, 16 for PNG and 18 for WebP: at most 200 MB (ASVS 5.2.6). */
const megapixelLimits: Readonly<Record<string, number>> = { 'image/jpeg': 40, 'image/png': 12, 'image/webp': 10 };
export const getMaxMegapixels = (mime: string): number => megapixelLimits[mime] ?? 0;
export const getMaxPixels = (mime: string) => getMaxMegapixels(mime) * 1_000_000;

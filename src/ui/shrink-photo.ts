import { scaleToFit } from './upload-rules.ts';

const quality = 0.85;

/** Scales a photo to 2000 px as an upright JPEG. Returns the original if the result is larger or scaling fails. */
export async function shrinkPhoto(file: File): Promise<File> {
  if (!['image/jpeg', 'image/png', 'image/webp'].includes(file.type)) return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const size = scaleToFit(bitmap.width, bitmap.height);
    const blob = size && (await renderScaled(bitmap, size));
    bitmap.close();
    if (!blob || blob.size >= file.size) return file;
    return new File([blob], file.name.replace(/(\.\w{1,5})?$/, '.jpg'), { type: 'image/jpeg' });
  } catch {
    return file;
  }
}

function renderScaled(bitmap: ImageBitmap, { width, height }: { width: number; height: number }): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // JPEG would turn transparent areas black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

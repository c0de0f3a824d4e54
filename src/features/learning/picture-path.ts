export const picturePath = (file: string): string => `/api/lesson-pictures/${file}`;

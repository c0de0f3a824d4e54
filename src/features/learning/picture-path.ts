/** Where a picture of a lesson is seen, by whoever takes its course or writes it. */
export const picturePath = (file: string): string => `/api/lesson-pictures/${file}`;

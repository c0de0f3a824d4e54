/** Characters; eight minutes of reading take about ten thousand. */
export const maxLessonLength = 15_000;
/** Characters of all lessons; a process caches about forty courses. */
export const maxCourseLength = 400_000;
